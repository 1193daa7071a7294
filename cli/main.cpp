// The warodds program: reads the command line, runs one command, writes its answer.
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <new>

#include "cli/answer.h"
#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/question.h"
#include "cli/report.h"
#include "cli/version.h"
#include "core/rules/error.h"

namespace warodds::cli {
namespace {

enum Exit { done = 0, no_answer = 1, bad_input = 2 };

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

/// Ctrl-C asks a simulation for the result so far; a second one ends the program as usual.
void on_interrupt(int) {
  interrupted.store(true);
  std::signal(SIGINT, SIG_DFL);
}

constexpr const char* introduction = R"(warodds: what a fight between two tabletop units will do.

  warodds systems [SYSTEM]            the combat systems; every stat and key of one
  warodds units --roster FILE         the units of a roster
  warodds fight ATTACKER DEFENDER     hits, damage, kills and odds of one fight
  warodds battle A B                  round after round until one side is gone
  warodds solve A B                   best play where the rules leave a choice
  warodds matrix --roster FILE        every unit against every other; --battle: who wins
  warodds sweep A B --vary KEY=LO..HI the same fight over ranges of stats
  warodds value A B                   what one more point of each stat is worth
  warodds tune A B --vary KEY=LO..HI --target QUANTITY=VALUE
                                      the stat that gives the wanted odds
  warodds explain ATTACKER DEFENDER   how the dice and target numbers came about
  warodds check ATTACKER DEFENDER     the same fight on both engines, compared

A first answer, without any file:

  warodds fight --system raiders-of-arcana \
    figures=6,hp=2,cd=2,as=5,db=2,arm=5 figures=6,hp=1,cd=2,as=6,arm=4

A unit is NAME or NAME,key=value,... from a roster, or key=value,... alone.
)";

struct Command {
  const char* name;
  std::function<Exit(const Arguments&)> run;
};

/// Writes the answer in the format asked for; each is made only when it is needed.
void deliver(const Arguments& arguments, const std::function<std::string()>& text,
             const std::function<std::string()>& csv, const std::function<std::string()>& json) {
  const std::string answer = arguments.format == Format::text  ? text()
                             : arguments.format == Format::csv ? csv()
                                                               : json();
  write_output(answer, arguments.output);
}

Style style_of(const Arguments& arguments) {
  return Style::detect(arguments.ascii, !arguments.output.empty());
}

Exit systems(const Arguments& arguments) {
  std::vector<SystemRow> rows = list_systems();
  const bool one = !arguments.operands.empty();
  if (arguments.operands.size() > 1) throw InputError("systems takes at most one name");
  if (one) {
    std::vector<std::string> names;
    for (const SystemRow& row : rows) names.push_back(row.name);
    const std::string& wanted = arguments.operands.front();
    std::erase_if(rows, [&](const SystemRow& row) { return row.name != wanted; });
    if (rows.empty()) throw InputError(unknown_name("system", wanted, names));
  }
  const Style style = style_of(arguments);
  deliver(
      arguments, [&] { return one ? system_text(rows.front(), style) : systems_text(rows, style); },
      [&] { return systems_csv(rows); }, [&] { return systems_json(rows); });
  return done;
}

Exit units(const Arguments& arguments) {
  const UnitList list = list_units(arguments);
  deliver(
      arguments, [&] { return units_text(list, style_of(arguments)); },
      [&] { return units_csv(list); }, [&] { return units_json(list); });
  return done;
}

Exit fight(const Arguments& arguments) {
  const Question question = ask_fight(arguments);
  std::signal(SIGINT, on_interrupt);
  const Answer answer = answer_fight(question, arguments, &interrupted);
  deliver(
      arguments, [&] { return fight_text(question, answer, style_of(arguments)); },
      [&] { return fight_csv(question, answer); }, [&] { return fight_json(question, answer); });
  return done;
}

Exit battle(const Arguments& arguments) {
  BattleQuestion question = ask_battle(arguments);
  std::signal(SIGINT, on_interrupt);
  const BattleAnswer answer = answer_battle(question, arguments, &interrupted);
  deliver(
      arguments, [&] { return battle_text(question, answer, style_of(arguments)); },
      [&] { return battle_csv(question, answer); }, [&] { return battle_json(question, answer); });
  return done;
}

Exit solve(const Arguments& arguments) {
  const GameQuestion question = ask_game(arguments);
  std::signal(SIGINT, on_interrupt);
  const SolveAnswer answer = answer_solve(question, arguments, &interrupted);
  deliver(
      arguments, [&] { return solve_text(question, answer, style_of(arguments)); },
      [&] { return solve_csv(question, answer); }, [&] { return solve_json(question, answer); });
  return !answer.verification || answer.verification->holds ? done : no_answer;
}

Exit matrix(const Arguments& arguments) {
  std::signal(SIGINT, on_interrupt);
  const Matrix answer = answer_matrix(arguments, &interrupted);
  deliver(
      arguments, [&] { return matrix_text(answer, style_of(arguments)); },
      [&] { return matrix_csv(answer, arguments.wide); }, [&] { return matrix_json(answer); });
  return done;
}

Exit sweep(const Arguments& arguments) {
  std::signal(SIGINT, on_interrupt);
  const Sweep answer = answer_sweep(arguments, &interrupted);
  deliver(
      arguments, [&] { return sweep_text(answer, style_of(arguments)); },
      [&] { return sweep_csv(answer); }, [&] { return sweep_json(answer); });
  return done;
}

Exit value(const Arguments& arguments) {
  std::signal(SIGINT, on_interrupt);
  const Worth answer = answer_value(arguments, &interrupted);
  deliver(
      arguments, [&] { return value_text(answer, style_of(arguments)); },
      [&] { return value_csv(answer); }, [&] { return value_json(answer); });
  return done;
}

Exit tune(const Arguments& arguments) {
  std::signal(SIGINT, on_interrupt);
  const Tuning answer = answer_tune(arguments, &interrupted);
  deliver(
      arguments, [&] { return tune_text(answer, style_of(arguments)); },
      [&] { return tune_csv(answer); }, [&] { return tune_json(answer); });
  return done;
}

Exit explain(const Arguments& arguments) {
  const Question question = ask_fight(arguments);
  deliver(
      arguments, [&] { return explain_text(question, style_of(arguments)); },
      [&] { return explain_csv(question); }, [&] { return explain_json(question); });
  return done;
}

Exit check(const Arguments& arguments) {
  const auto compare = [&](auto question, auto&& check_question) {
    std::signal(SIGINT, on_interrupt);
    const Check result = check_question(question, arguments, &interrupted);
    deliver(
        arguments, [&] { return check_text(question, result, style_of(arguments)); },
        [&] { return check_csv(question, result); }, [&] { return check_json(question, result); });
    return result.agrees ? done : no_answer;
  };
  if (arguments.battle) return compare(ask_battle(arguments), check_battle);
  return compare(ask_fight(arguments), check_fight);
}

const std::vector<Command>& commands() {
  static const std::vector<Command> list{{"systems", systems}, {"units", units}, {"fight", fight},
                                         {"battle", battle},   {"solve", solve}, {"matrix", matrix},
                                         {"sweep", sweep},     {"value", value}, {"tune", tune},
                                         {"explain", explain}, {"check", check}};
  return list;
}

Exit run(const Arguments& arguments) {
  if (arguments.version) {
    write_output(fmt::format("warodds {}\n", program_version), arguments.output);
    return done;
  }
  if (arguments.help || arguments.command.empty() || arguments.command == "help") {
    write_output(introduction + describe_options(), arguments.output);
    return done;
  }
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == arguments.command) return command.run(arguments);
    names.emplace_back(command.name);
  }
  throw InputError(unknown_name("command", arguments.command, names));
}

int guarded(int argc, const char* const* argv) {
  const auto complain = [](const char* what) { fmt::print(stderr, "warodds: {}\n", what); };
  try {
    return run(parse_arguments(argc, argv));
  } catch (const InputError& error) {
    complain(error.what());
    return bad_input;
  } catch (const NoAnswer& error) {
    complain(error.what());
    return no_answer;
  } catch (const std::bad_alloc&) {
    complain("not enough memory for this; try --engine sim, or fewer dice");
    return no_answer;
  } catch (const std::exception& error) {
    complain(error.what());
    return no_answer;
  }
}

}  // namespace
}  // namespace warodds::cli

int main(int argc, char** argv) {
  // A closed pipe is reported as an error of the write, with a message.
  std::signal(SIGPIPE, SIG_IGN);
  return warodds::cli::guarded(argc, argv);
}
