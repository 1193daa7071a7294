#include "core/design/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "core/machine/memory.h"
#include "core/text/error.h"
#include "core/threads/parallel.h"

namespace warodds {
namespace {

bool asks_for(const CellQuestion& question, Quantity::Of of) {
  return std::any_of(question.quantities.begin(), question.quantities.end(),
                     [&](const Quantity& quantity) { return quantity.of == of; });
}

/// Throws NoAnswer, also where these units cannot have come to stand as the battle begins.
AnyBattle battle_in(const CellQuestion& question, const Matchup& matchup, const Watch& watch) {
  const Frame& frame = question.frame;
  try {
    return battle_of(matchup, question.players, question.rounds, question.engine, watch,
                     frame.until ? &*frame.until : nullptr, frame.from);
  } catch (const InputError& error) {
    throw NoAnswer(error.what(), error);
  }
}

/// Throws NoAnswer.
Cell answer_cell(const CellQuestion& question, const Matchup& matchup, const Watch& watch) {
  Cell cell;
  cell.values.resize(question.quantities.size());
  // The quantities of fights, or of battles, and nothing else; `ask(laws)`: the engine.
  const auto take = [&](Quantity::Of of, const auto& ask) {
    if (!asks_for(question, of)) return;
    const std::optional<Event>& given = question.frame.given;
    LawsAsked asked = laws_asked_for(question.quantities, of, given);
    asked.told = false;
    asked.given = given;
    if (given) asked.besides.push_back({{*given}, given});
    const Answer answer = ask(asked);
    if (given) condition_of(law_of(asked.besides.back(), answer.laws));  // or there is none
    const Origin& origin = answer.origin;
    cell.add_origin({origin.exact ? Cell::State::exact : Cell::State::simulated,
                     origin.partial,
                     origin.trials,
                     {}});
    for (std::size_t q = 0; q < cell.values.size(); ++q) {
      const Quantity& quantity = question.quantities[q];
      if (quantity.of == of) cell.values[q] = estimate_of(quantity, answer, given);
    }
  };
  take(Quantity::Of::fight, [&](const LawsAsked& asked) {
    return question.engine.laws.answer(FightQuestion(matchup.fight(), asked), watch);
  });
  take(Quantity::Of::battle, [&](const LawsAsked& asked) {
    return question.engine.laws.answer(
        BattleQuestion{battle_in(question, matchup, watch), question.rounds, asked}, watch);
  });
  return cell;
}

/// The mean of several, of which those count that the rules allow. Throws NoAnswer, as the last
/// does, where none is.
Cell answer_portions(const CellQuestion& question, const std::vector<Portion>& parts,
                     const Watch& watch) {
  if (parts.size() == 1) return answer_cell(question, parts.front().matchup, watch);
  Cell cell;
  std::vector<Mean> means(question.quantities.size());
  std::optional<NoAnswer> refusal;
  for (const Portion& part : parts) {
    try {
      const Cell one = answer_cell(question, part.matchup, watch);
      cell.add_origin(one);
      for (std::size_t q = 0; q < means.size(); ++q) means[q].add(one.values[q], part.share);
    } catch (const NoAnswer& error) {
      if (watch.stopped()) throw;
      refusal = error;
    }
  }
  if (!cell.is_reached()) throw *refusal;
  for (const Mean& mean : means) cell.values.push_back(refusal ? mean.mean() : mean.sum());
  return cell;
}

void count(const std::vector<Cell>& cells, Table& table) {
  for (const Cell& cell : cells) {
    table.exact += cell.state == Cell::State::exact ? 1 : 0;
    table.simulated += cell.state == Cell::State::simulated ? 1 : 0;
    table.refused += cell.state == Cell::State::refused ? 1 : 0;
    if (cell.state == Cell::State::simulated) {
      table.same_trials = table.same_trials && (table.trials == 0 || table.trials == cell.trials);
      table.trials = std::max(table.trials, cell.trials);
    }
    table.not_reached += cell.is_reached() ? 0 : 1;
    table.partial = table.partial || cell.partial || !cell.is_reached();
  }
}

}  // namespace

void Cell::add_origin(const Cell& part) {
  if (!is_reached()) state = part.state;
  if (part.state == State::simulated) {
    state = part.state;
    trials = trials == 0 ? part.trials : std::min(trials, part.trials);
  }
  partial = partial || part.partial;
}

void Table::count_in(const Table& more) {
  const bool same = trials == 0 || more.trials == 0 || trials == more.trials;
  same_trials = same_trials && more.same_trials && same;
  trials = std::max(trials, more.trials);
  exact += more.exact;
  simulated += more.simulated;
  refused += more.refused;
  not_reached += more.not_reached;
  partial = partial || more.partial;
  if (a_refusal.empty()) a_refusal = more.a_refusal;
  if (why_partial.empty()) why_partial = more.why_partial;
}

void Table::end(bool interrupted, const Watch& watch) {
  partial = interrupted;
  why_partial = interrupted ? watch.why_stopped() : "";
}

bool CellQuestion::asks_for_battles() const { return asks_for(*this, Quantity::Of::battle); }

void CellQuestion::require_of_mixtures() const {
  if (!budget || budget->buying == Buying::whole) return;
  if (frame.given) {
    throw NotTogether(
        "--given and --budget: of a side that is bought now in one number, now in another, --given "
        "may speak of one more than of the other; --buy whole has it");
  }
  for (const Quantity& quantity : quantities) {
    const bool is_law = quantity.statistic == Quantity::Statistic::sd ||
                        quantity.statistic == Quantity::Statistic::percentile;
    if (!is_law && !quantity.is_of(OutcomeFact::Kind::destroyed_per_point)) continue;
    throw NotTogether(fmt::format(
        "--show: {} is neither a mean nor a probability, which is all there is of a side that is "
        "bought now in one number, now in another; --buy whole has it",
        quantity.text));
  }
}

Use CellQuestion::use(const std::string& command) const {
  return {asks_for_battles() ? UsedIn::battles : UsedIn::fights, command};
}

Table table_of(const Matchup& with, const CellQuestion& question) {
  Table table;
  table.system = with.system();
  table.title = with.title();
  table.quantities = question.quantities;
  table.given = question.given;
  table.frame = question.frame;
  table.players = question.players;
  table.seed = question.settings.seed;
  table.confidence = question.settings.confidence;
  table.warning = word_that_changed(question.quantities);
  return table;
}

std::vector<Cell> answer_cells(const CellQuestion& question, std::size_t count_of_cells,
                               std::string_view what,
                               const std::function<Matchup(std::size_t)>& matchup,
                               const Watch& watch, Table& table) {
  std::vector<Cell> cells(count_of_cells);
  std::atomic<std::size_t> done = 0;
  std::mutex mutex;
  std::size_t first_refused = count_of_cells;
  const std::size_t refused_before = table.refused;
  const Watch only_stop = watch.quiet();  // the cells themselves tell nothing
  const ThreadsInUse threads(question.settings.threads);
  watch.tell({what, 0, count_of_cells, true});
  const auto answer = [&](std::size_t i) {
    if (watch.stopped()) return;
    try {
      cells[i] = question.budget
                     ? answer_portions(question, buy_sides(matchup(i), *question.budget), only_stop)
                     : answer_cell(question, matchup(i), only_stop);
    } catch (const NoAnswer& error) {
      if (watch.stopped()) return;  // interrupted, not refused
      cells[i].state = Cell::State::refused;
      const std::lock_guard lock(mutex);
      if (i < first_refused) {
        first_refused = i;
        table.a_refusal = error.what();
      }
    }
    const std::size_t so_far = ++done;
    if (is_first_of_team()) watch.tell({what, so_far, count_of_cells, true});
  };
  in_parallel(count_of_cells, answer);
  count(cells, table);
  if (table.not_reached > 0) table.why_partial = watch.why_stopped();
  if (count_of_cells > 0 && table.refused - refused_before == count_of_cells) {
    throw NoAnswer(table.a_refusal);
  }
  return cells;
}

double bytes_of_cells(double cells, std::size_t quantities) {
  constexpr double of_cell = 128;  // with what the allocator adds
  constexpr double of_quantity =
      350;  // its number, and a row of CSV, of which there are two copies
  return cells * (of_cell + of_quantity * static_cast<double>(quantities));
}

void require_room(double bytes, std::size_t count, std::string_view command, std::string_view what,
                  double power) {
  constexpr double gibibyte = 1 << 30;
  const double room = memory_there_is();
  if (bytes <= room) return;
  const double fits = std::floor(static_cast<double>(count) * std::pow(room / bytes, 1 / power));
  throw TooLarge(
      fmt::format("{}: {} {} would need about {:.1f} GiB of memory, and there are {:.1f} GiB: at "
                  "most {:.0f} {} fit",
                  command, count, what, bytes / gibibyte, room / gibibyte, fits, what));
}

}  // namespace warodds
