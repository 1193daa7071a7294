// A game that has been written down: how lucky each fight was, the whole game, and whether the dice
// were fair.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "core/ask/command.h"
#include "core/ask/json_question.h"
#include "core/ask/matchup_question.h"
#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/faults.h"
#include "core/roster/read_file.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

// A log as people write it down.

/// A row of a log: the question, as JSON has it and as it is asked, and what else stands there.
struct LogEntry {
  std::string file;
  std::size_t line = 1;
  Json question;
  std::string with;    ///< settings of the situation, "KEY=VALUE,…"
  std::string player;  ///< who plays the attacker
  std::string note;
  std::string fault = {};  ///< what is wrong with it; empty: nothing is known to be
  Question asked = {};

  std::string place() const { return fmt::format("{}:{}", shown(file), line); }
};

/// Takes a text out of a question that is no part of it.
std::string take_text(Json& question, const char* key) {
  const Json* found = find_member(question, key);
  if (found == nullptr) return "";
  if (!found->is_string()) throw BadValue(fmt::format("{}: must be a text", key));
  std::string text = found->get<std::string>();
  require_visible(text, TextOf::note, key);
  question.erase(key);
  return text;
}

LogEntry entry_of(Json question, const std::string& file, std::size_t line) {
  if (!question.is_object()) throw InputError("a row is a JSON object: {\"attacker\": ...}");
  LogEntry entry{file, line, std::move(question), "", "", ""};
  entry.player = take_text(entry.question, "player");
  entry.note = take_text(entry.question, "note");
  if (const Json* with = find_member(entry.question, "with");
      with != nullptr && with->is_string()) {
    entry.with = take_text(entry.question, "with");
  }
  if (!entry.question.contains("command")) entry.question["command"] = "fight";
  if (!entry.question.contains("observed")) {
    throw Missing("observed is missing: what happened, such as attacker.kills=2");
  }
  return entry;
}

constexpr std::string_view observed = "observed";

/// Whether a cell is more than a number.
bool has_words(std::string_view cell) {
  return cell.find_first_not_of("0123456789+-., ") != std::string_view::npos;
}

/// What stands in a cell, with points for the commas of decimals where they separate no cells.
std::string value_in(std::string_view cell, bool decimal_commas) {
  std::string value(cell);
  const auto is_digit = [&](std::size_t i) {
    return i < value.size() && value[i] >= '0' && value[i] <= '9';
  };
  for (std::size_t i = 1; decimal_commas && i < value.size(); ++i) {
    if (value[i] != ',' || !is_digit(i - 1) || !is_digit(i + 1)) continue;
    std::size_t end = i + 1;
    while (is_digit(end)) ++end;
    const bool is_number = end == value.size() || value[end] == ',' || value[end] == ' ';
    if (is_number) value[i] = '.';
    i = end;
  }
  return value;
}

/// The keys of a question that the columns have; empty: it is for people.
std::vector<std::string> keys_of_columns(const CsvRow& header) {
  std::vector<std::string> keys;
  for (const std::string& name : header.fields) {
    const std::string key = is_for_people(name) ? "" : column_key(name);
    const bool is_first_note =
        means_note(key) && std::find(keys.begin(), keys.end(), "note") == keys.end();
    keys.push_back(!means_note(key) ? key : is_first_note ? "note" : "");
  }
  return keys;
}

/// Calls take(line, object) for each row.
template <class Take>
void each_row_of_sheet(std::string_view text, const std::string& file, const Take& take) {
  const CsvText table = parse_table(text, file, [](const CsvRow& row) {
    return std::any_of(row.fields.begin(), row.fields.end(),
                       [](const std::string& cell) { return column_key(cell) == observed; });
  });
  const std::vector<CsvRow>& rows = table.rows;
  const std::size_t header = table.header.value_or(0);
  if (rows.empty()) return;
  const std::vector<std::string> keys = keys_of_columns(rows[header]);
  for (std::size_t row = header + 1; row < rows.size(); ++row) {
    const std::vector<std::string>& fields = rows[row].fields;
    take(rows[row].line, [&] {
      Json object = Json::object();
      for (std::size_t i = 0; i < fields.size(); ++i) {
        const bool is_value = i < keys.size() && (keys[i] == observed || !has_words(fields[i]));
        const std::string cell = value_in(fields[i], is_value && table.separator != ',');
        if (cell.empty() || (i < keys.size() && keys[i].empty())) continue;
        if (i >= keys.size()) throw InputError("more cells than columns");
        if (object.contains(keys[i])) {
          throw InputError(fmt::format("the column {} is there twice", shown(keys[i])));
        }
        object[keys[i]] = cell;
      }
      return object;
    });
  }
}

template <class Take>
void each_row_of_json(std::string_view text, const Take& take) {
  std::size_t line = 0;
  for (const std::string& one : split(text, '\n')) {
    ++line;
    if (!trim(one).empty()) take(line, [&] { return parse_json(one); });
  }
}

/// Adds the rows of a log: a spreadsheet with the keys of a question above the columns, or a JSON
/// object a line. What is wrong with a row stands in it. Throws InputError for what is no log.
void parse_log(std::string_view text, const std::string& file, std::vector<LogEntry>& entries) {
  const std::size_t before = entries.size();
  const auto take = [&](std::size_t line, const auto& object) {
    try {
      entries.push_back(entry_of(object(), file, line));
    } catch (const InputError& error) {
      entries.push_back({file, line, Json(), "", "", "", error.what()});
    }
  };
  if (trim(text).starts_with('{')) {
    each_row_of_json(text, take);
  } else {
    each_row_of_sheet(text, file, take);
  }
  if (entries.size() > before) return;
  throw InputError(fmt::format(
      "{}: no fight is written down; a log has a row for each, below a header with attacker, "
      "defender and observed",
      shown(file)));
}

// The game.

constexpr std::size_t most_bytes_of_log = std::size_t{64} << 20;

/// Makes questions of rows. Rosters that several rows name are read once.
class RowReader {
 public:
  explicit RowReader(const questions::Log& of_all)
      : of_all_(of_all), roster_(load(of_all.roster, of_all.system)) {}

  Question question_in(const LogEntry& entry) {
    Question question = question_of(entry.question, of_all_.allowed);
    const bool is_sequence = part_of<questions::Sequence>(question) != nullptr;
    if (is_sequence || part_of<questions::OfOutcomes>(question) == nullptr) {
      throw InputError(
          fmt::format("{}: a log has fights and battles", shown(command_of(question).name)));
    }
    auto& units = *part_of<questions::OfUnits>(question);
    if (!entry.with.empty()) {
      for (Setting& setting : parse_with(entry.with, "with")) {
        units.situation.push_back(std::move(setting));
      }
    }
    if (!units.roster.empty()) {
      units.roster.given = roster_of(units.roster, units.system);
    } else if (roster_ != nullptr && (units.system.empty() || units.system == roster_->system)) {
      units.roster.given = roster_;
    } else if (units.system.empty()) {
      units.system = of_all_.system;
    }
    const auto of_engines = {"engine",     "time-limit", "trials", "precision",
                             "confidence", "seed",       "threads"};
    if (std::none_of(of_engines.begin(), of_engines.end(),
                     [&](const char* option) { return entry.question.contains(option); })) {
      part_of<questions::ByEngine>(question)->engine = of_all_.engine;
    }
    require_consistent(question);
    return question;
  }

 private:
  std::shared_ptr<const Roster> roster_of(const RosterSource& source, const std::string& system) {
    if (source.given) return source.given;
    auto& known = rosters_[source.path + "\n" + system];
    try {
      if (!known) known = load(source, system);
    } catch (const NoRoster&) {
      throw no_roster(source.path);
    }
    return known;
  }

  const questions::Log& of_all_;
  std::shared_ptr<const Roster> roster_;
  std::map<std::string, std::shared_ptr<const Roster>> rosters_;
};

/// Who plays: two names, of which the first to be written is whose luck is told.
class Players {
 public:
  /// A name is as it was first written, also where capital and small letters or blanks differ.
  /// Throws InputError where there are three, or where a row that others have lacks one.
  void take(LogEntry& entry, bool is_first) {
    if (is_first) has_names_ = !entry.player.empty();
    if (has_names_ == entry.player.empty()) {
      throw Missing(has_names_ ? "player is missing: who attacks here?"
                               : "player is here, but not in the rows before");
    }
    if (!has_names_) return;
    for (const std::string& known : known_) {
      if (lower(name_key(entry.player)) != lower(name_key(known))) continue;
      entry.player = known;
      return;
    }
    if (known_.size() == 2) {
      throw InputError(fmt::format("player is '{}', but {} and {} play", shown(entry.player),
                                   shown(known_[0]), shown(known_[1])));
    }
    known_.push_back(entry.player);
  }

  PerSide<std::string> names() const {
    if (!has_names_) return {to_string(Side::attacker), to_string(Side::defender)};
    return {known_[0], known_.size() < 2 ? "the opponent" : known_[1]};
  }
  /// Whether the attacker of a row is the first of the two.
  bool is_first(const LoggedRow& row) const { return !has_names_ || row.player == known_[0]; }

 private:
  bool has_names_ = false;
  std::vector<std::string> known_;  ///< two at most
};

/// What a log is called that stands in the question itself.
constexpr const char* name_of_text = "log-text";

/// The log that errors which no row has are about.
std::string first_log(const questions::Log& question) {
  return question.files.empty() ? name_of_text : question.files.front();
}

/// In their order, as questions; of one that has a fault, or is found to have one here, only that
/// is told.
std::vector<LogEntry> entries_in(const questions::Log& question, Players& players) {
  RowReader reader(question);
  std::vector<LogEntry> entries;
  for (const std::string& file : question.files) {
    parse_log(read_file(file, "log ", most_bytes_of_log), file, entries);
  }
  if (!question.text.empty()) parse_log(question.text, name_of_text, entries);
  bool is_first = true;
  for (LogEntry& entry : entries) {
    if (!entry.fault.empty()) continue;
    try {
      players.take(entry, std::exchange(is_first, false));
      entry.asked = reader.question_in(entry);
      const auto of =
          part_of<questions::Fight>(entry.asked) != nullptr ? OutcomeOf::fight : OutcomeOf::battle;
      parse_observed(part_of<questions::OfOutcomes>(entry.asked)->observed, of);
    } catch (const InputError& error) {
      entry.fault = error.what();
    }
  }
  return entries;
}

/// Why the dice are not tested by a row; empty: they are.
std::string why_not_tested(const LoggedRow& row) {
  constexpr double roundings = 1e-9;
  if (!row.luck.law_of_sum) return "nothing observed is a gain for a side";
  if (!row.luck.law_of_sum->is_exact()) return "its odds are simulated";
  if (row.luck.law_of_sum->defect() > roundings) return "some of its battles go on and on";
  return "";
}

LoggedRow row_of(const LogEntry& entry, const Report& report) {
  LoggedRow row;
  row.file = entry.file;
  row.line = entry.line;
  row.player = entry.player;
  row.note = entry.note;
  const auto& of = report.as<PlayReport>();
  row.command = of.command;
  row.system = of.asked.system;
  row.units = of.asked.labels;
  row.origin = of.answer.origin;
  row.luck = *of.luck;
  row.not_tested = why_not_tested(row);
  return row;
}

/// The fact without its side: "kills" of "attacker.kills".
std::string bare_name(const std::string& fact) {
  for (const Side side : both_sides) {
    const std::string before = std::string(to_string(side)) + ".";
    if (fact.starts_with(before)) return fact.substr(before.size());
  }
  return fact;
}

/// One fact of a row more. `who`: whom more of it is good for.
void add_to_game(const std::string& who, const std::string& fact, const Luck& luck,
                 std::vector<LuckOfGame>& game) {
  auto place = std::find_if(game.begin(), game.end(), [&](const LuckOfGame& one) {
    return one.who == who && one.fact == fact;
  });
  if (place == game.end()) place = game.insert(game.end(), LuckOfGame{who, fact, 0, 0, {}, 0});
  ++place->rows;
  place->happened += luck.happened;
  place->expected.value += luck.expected.value;
  if (luck.expected.half_width) {
    place->expected.half_width = place->expected.half_width.value_or(0) + *luck.expected.half_width;
  }
  place->sd = std::hypot(place->sd, luck.sd);
}

void add_to_game(const LoggedRow& row, bool attacker_is_first, LogReport& report) {
  for (std::size_t i = 0; i < row.luck.facts.size(); ++i) {
    const Luck& luck = row.luck.facts[i];
    const auto side = row.luck.observed[i].gains;
    const std::string who =
        !side ? "both" : report.who[attacker_is_first ? *side : enemy_of(*side)];
    add_to_game(who, bare_name(luck.fact), luck, report.game);
  }
}

/// What the rows have come to in points, below all else; who has noted nothing but points has read
/// that already.
void add_points_to_game(const Players& players, LogReport& report) {
  std::vector<LuckOfGame> in_points;
  double luck = 0;
  std::vector<double> so_far;
  for (const LoggedRow& row : report.rows) {
    const bool attacker_is_first = players.is_first(row);
    for (const LuckInPoints& one : row.luck.points) {
      const bool is_gain = (one.loser == Side::defender) == attacker_is_first;
      add_to_game(report.who[is_gain ? Side::attacker : Side::defender], "points destroyed",
                  one.luck, in_points);
      luck += (is_gain ? 1 : -1) * one.luck.difference();
    }
    so_far.push_back(luck);
  }
  if (in_points.empty()) return;
  report.points_so_far = std::move(so_far);
  for (LuckOfGame& one : in_points) {
    const bool is_known =
        std::any_of(report.game.begin(), report.game.end(), [&](const LuckOfGame& other) {
          return other.who == one.who && other.fact == "points-lost" && other.rows == one.rows;
        });
    if (!is_known) report.game.push_back(std::move(one));
  }
}

/// What all sums are counted in, if that is one fact; empty: there are several.
std::string unit_of_all(const std::vector<LoggedRow>& rows) {
  std::string unit;
  for (const LoggedRow& row : rows) {
    if (!row.luck.sum) continue;
    if (row.luck.in_deviations) return "";
    for (const ObservedFact& one : row.luck.observed) {
      if (!one.gains) continue;
      const std::string name = bare_name(name_of(one.fact));
      if (!unit.empty() && unit != name) return "";
      unit = name;
    }
  }
  return unit;
}

/// What follows from the rows together.
void judge(const Players& players, LogReport& report) {
  const std::string unit = unit_of_all(report.rows);
  report.unit_of_luck = unit.empty() ? "standard deviations" : unit;
  double luck = 0;
  for (LoggedRow& row : report.rows) {
    const double sign = players.is_first(row) ? 1 : -1;
    add_to_game(row, sign > 0, report);
    if (row.not_tested.empty()) {
      report.test.add(*row.luck.law_of_sum, row.luck.sum->happened, sign);
    }
    row.evidence = report.test.evidence();
    if (row.luck.sum) {
      const double in = unit.empty() ? row.luck.sum->sd : 1;
      if (in > 0) luck += sign * row.luck.sum->difference() / in;
    }
    report.luck_so_far.push_back(luck);
  }
  add_points_to_game(players, report);
}

Report answer_log(const questions::Log& question, const Engines& engines, const Watch& watch) {
  if (question.files.empty() && question.text.empty()) {
    throw Missing(
        "log needs the file of a game: a row for each fight, with attacker, defender and observed");
  }
  const Watch until = question.engine.limits_all ? watch.within(question.engine.time_limit) : watch;
  Players players;
  const std::vector<LogEntry> entries = entries_in(question, players);
  // Many rows are of the same units: what the exact engine has worked out is kept.
  const Engine exact = engines.exact(question.engine);
  const Engines shared{[&](const EngineSettings&) { return exact; }, engines.sim};
  LogReport report;
  report.written = entries.size();
  report.who = players.names();
  Faults faults;
  for (const LogEntry& entry : entries) {
    until.tell({"rows", report.rows.size(), entries.size(), true});
    try {
      if (!entry.fault.empty()) throw InputError(entry.fault);
      if (until.stopped()) throw until.ended();
      report.rows.push_back(row_of(entry, answer(entry.asked, shared, until.quiet())));
    } catch (const InputError& error) {
      faults.add({fmt::format("{}: {}", entry.place(), error.what()), error});
    } catch (const NoAnswer& error) {
      if (!until.stopped())
        throw NoAnswer(fmt::format("{}: {}", entry.place(), error.what()), error);
      report.why_partial = until.why_stopped();
      break;
    }
  }
  faults.report(first_log(question));
  if (report.rows.empty()) {
    throw NoAnswer(
        fmt::format("{} before the first of {} rows was done", report.why_partial, report.written));
  }
  judge(players, report);
  return report;
}

}  // namespace

Command questions::Log::command() {
  return {
      .operands = "FILE ...",
      .summary = "how lucky a game was, and a test of the dice",
      .introduction =
          "Reads what happened in the fights of a game: a spreadsheet (CSV) with a row for each, "
          "below a header, or a question as JSON a line.\n\n"
          "  attacker,defender,with,observed\n"
          "  Human Warriors,Goblin Mob,,\"attacker.kills=0, defender.kills=3\"\n\n"
          "The columns are the keys of a question of fight, or, with a column command, of battle, "
          "and player (who attacks) and note. Says how lucky each was, the whole game, and how "
          "much "
          "speaks against fair dice, at whatever moment one looks.",
      .answer = answering(answer_log)};
}

}  // namespace warodds
