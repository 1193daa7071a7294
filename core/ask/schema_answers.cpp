// The JSON Schema of all answers, learned from the answers to questions that ask for all there is
// to say, and with that of questions as one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <memory>
#include <set>

#include "core/answer/version.h"
#include "core/ask/command.h"
#include "core/ask/facts.h"
#include "core/ask/json_question.h"
#include "core/ask/schema.h"
#include "core/text/error.h"
#include "core/text/text.h"
#include "core/threads/parallel.h"

namespace warodds {

Json json_schema::of_type(const char* name) { return {{"type", name}}; }
Json json_schema::list_of(const Json& items) { return {{"type", "array"}, {"items", items}}; }
Json json_schema::any_of(const Json& kinds) { return {{"anyOf", kinds}}; }
Json json_schema::reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }
Json json_schema::object_of(const Json& properties, const Json& required) {
  Json object{{"type", "object"}, {"properties", properties}};
  if (!required.empty()) object["required"] = required;
  object["additionalProperties"] = false;
  return object;
}

namespace {

using namespace json_schema;

// What answers look like is learned from the statements of answers that there are: what is stated
// once need not be stated again for a schema.

/// The values that have stood in one place.
struct Shape {
  std::set<std::string> types;     ///< "null", "boolean", "integer", "number", "string"
  std::set<std::string> named;     ///< definitions: "law", "estimate-p"
  std::shared_ptr<Shape> element;  ///< of lists
  std::size_t objects = 0;         ///< how many of them were objects ...
  std::list<Shape> members;        ///< ... with these
  std::shared_ptr<Shape> others;   ///< members whose keys are data; null: there are none
  std::string map;                 ///< the key of a map, where all are; else empty

  // Of a member.
  std::string key;
  std::size_t seen = 0;
  bool is_asked = false;  ///< what `show` asks for

  /// The member of that key.
  Shape& at(std::string_view of_key);

  /// A JSON Schema of it: objects have the members that were seen and no others. What it refers to
  /// is added to the definitions.
  Json schema(Json& definitions) const;
  /// The same of an object with nothing but what `show` asks for.
  Shape only_asked() const;
};

/// What stands in objects whose keys are data, by the key that such objects have.
using ShapesOfMaps = std::map<std::string, std::shared_ptr<Shape>, std::less<>>;

/// Listens to answers.
class Shapes : public Facts {
 public:
  /// What it hears, it adds to the shapes.
  Shapes(Shape& root, ShapesOfMaps& maps) : Facts(Form::json, true), open_{&root}, maps_(maps) {}

 private:
  void hear(std::string_view key, const FactValue& value, const Naming& naming) override;
  bool open(Nest kind, std::string_view key, const Naming& naming) override;
  void close(Nest) override { open_.pop_back(); }
  /// Where the next value stands; `is_data`: its key.
  Shape& next(std::string_view key, const Naming& naming, bool is_data);

  std::vector<Shape*> open_;  ///< the root, and what has not ended
  ShapesOfMaps& maps_;
};

const std::string begin_of_estimates = "estimate-";

/// What JSON writes of a value with parts of its own (core/ask/json_writer.h).
Json definition_of(const std::string& name) {
  const Json number = of_type("number"), numbers = list_of(number);
  if (name == "joint-law") return list_of(numbers);
  if (name.starts_with(begin_of_estimates)) {
    const std::string word = name.substr(begin_of_estimates.size());
    const Json simulated =
        object_of({{word, number}, {"half_width", number}}, {word, "half_width"});
    return {{"description", "a number; simulated with a half-width"},
            {"anyOf", {number, simulated}}};
  }
  Json properties{{"mean", number}, {"sd", number}}, required{"mean", "sd", "pmf"};
  if (name == "number-law") {
    properties["values"] = numbers;
    required.push_back("values");
  }
  for (const char* one : {"pmf", "half_width"}) properties[one] = numbers;
  properties["mean_half_width"] = number;
  Json law = object_of(properties, required);
  law["description"] = name == "law"
                           ? "the probabilities of 0, 1, 2, ...; simulated with half-widths"
                           : "the probabilities of values; simulated with half-widths";
  return law;
}

Shape& made(std::shared_ptr<Shape>& shape) {
  if (!shape) shape = std::make_shared<Shape>();
  return *shape;
}

Shape& Shape::at(std::string_view of_key) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const Shape& member) { return member.key == of_key; });
  if (found != members.end()) return *found;
  members.emplace_back().key = of_key;
  return members.back();
}

Json Shape::schema(Json& definitions) const {
  Json kinds = Json::array();
  std::set<std::string> plain = types;
  if (plain.contains("number")) plain.erase("integer");
  if (plain.size() == 1) kinds.push_back({{"type", *plain.begin()}});
  if (plain.size() > 1) kinds.push_back({{"type", plain}});
  for (const std::string& name : named) {
    kinds.push_back(reference(name));
    definitions[name] = definition_of(name);
  }
  if (element) kinds.push_back(list_of(element->schema(definitions)));
  if (objects > 0) {
    Json properties = Json::object(), required = Json::array();
    for (const Shape& member : members) {
      properties[member.key] = member.schema(definitions);
      if (member.seen == objects) required.push_back(member.key);
    }
    Json of = object_of(properties, required);
    const std::string name = map + "-map";
    if (others && (map.empty() || !definitions.contains(name))) {
      of["additionalProperties"] = others->schema(definitions);
    }
    if (!map.empty()) {
      if (!definitions.contains(name)) definitions[name] = of;
      of = reference(name);
    }
    kinds.push_back(of);
  }
  if (kinds.size() == 1) return kinds.front();
  return kinds.empty() ? Json(true) : any_of(kinds);
}

Shape Shape::only_asked() const {
  Shape only = *this;
  std::erase_if(only.members, [](const Shape& member) { return !member.is_asked; });
  return only;
}

Shape& Shapes::next(std::string_view key, const Naming& naming, bool is_data) {
  Shape& in = *open_.back();
  if (inside() == Nest::nothing) return in;
  if (inside() == Nest::list) return made(in.element);
  if (!in.map.empty() || is_data) return made(in.others);
  Shape& member = in.at(key);
  if (!take_may_be_missing()) ++member.seen;
  member.is_asked = naming.is_asked;
  return member;
}

bool Shapes::open(Nest kind, std::string_view key, const Naming& naming) {
  Shape& shape = next(key, naming, false);
  if (kind == Nest::list) {
    made(shape.element);
  } else {
    ++shape.objects;
    if (naming.is_map) {
      shape.map = key.empty() ? "group" : key;
      made(maps_[shape.map]);
      shape.others = maps_[shape.map];
    }
  }
  open_.push_back(&shape);
  return true;
}

void Shapes::hear(std::string_view key, const FactValue& value, const Naming& naming) {
  Shape& shape = next(key, naming, naming.is_map);
  std::visit(
      [&](const auto& of) {
        using Heard = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Heard, Estimate>) {
          if (!naming.word.empty()) {
            shape.named.insert(begin_of_estimates + std::string(naming.word));
          } else {
            shape.types.insert("number");
            if (inside() == Nest::object) {
              open_.back()->at(std::string(key) + "_half_width").types.insert("number");
            }
          }
        } else if constexpr (std::is_same_v<Heard, Law>) {
          shape.named.insert(of.of->values().empty() ? "law" : "number-law");
        } else if constexpr (std::is_same_v<Heard, JointLaw>) {
          shape.named.insert("joint-law");
        } else if constexpr (std::is_same_v<Heard, double>) {
          shape.types.insert(std::isfinite(of) ? "number" : "null");
        } else if constexpr (std::is_same_v<Heard, bool>) {
          shape.types.insert("boolean");
        } else if constexpr (std::is_integral_v<Heard>) {
          shape.types.insert("integer");
        } else {
          shape.types.insert(std::is_same_v<Heard, std::nullptr_t> ? "null" : "string");
        }
      },
      value);
}

// Questions that ask for all that answers can say.
constexpr std::string_view of_two[] = {
    R"("command":"fight","also":["Second","points=40"])",
    R"("command":"fight","also":["Second"],"show":"attacker.kills>=1","best":true)",
    R"("command":"fight","best":true)",
    R"("command":"fight","given":"attacker.kills>=0","joint":"attacker.kills,defender.kills")",
    R"("command":"fight","joint":"swing,attacker.kills")",
    R"("command":"fight","joint":"attacker.kills,swing")",
    R"("command":"fight","observed":"attacker.kills=0,defender.kills=0","show":"attacker.kills>=1")",
    R"("command":"fight","given":"attacker.kills>=0","engine":"sim","trials":200)",
    R"("command":"battle","rounds":2,"best":true,"show":"win,rounds.mean")",
    R"("command":"battle","rounds":2,"policy":"both=best")",
    R"("command":"battle")",
    R"("command":"battle","rounds":3,"budget":45)",
    R"("command":"battle","rounds":3,"given":"rounds>=1","joint":"attacker.kills,rounds")",
    R"("command":"battle","rounds":3,"given":"rounds>=1","engine":"sim","trials":200)",
    R"("command":"battle","rounds":3,"joint":"swing,attacker.kills")",
    R"("command":"battle","rounds":3,"observed":"attacker.kills=0,defender.kills=0")",
    R"("command":"battle","rounds":3,"until":"attacker.kills>=1","from":"rounds=1")",
    R"("command":"fight","engine":"both","trials":200,"parts":"dice")",
    R"("command":"battle","rounds":2,"engine":"both","trials":200,"parts":"dice")",
    R"("command":"explain")",
    R"("command":"check","battle":true,"rounds":2,"trials":200)",
    R"("command":"solve","payoff":"win")",
    R"("command":"solve","payoff":"win","rounds":2,"verify":true,"trials":200)",
    R"("command":"solve","payoff":"win","rounds":3,"may-leave":"both")",
    R"("command":"sweep","rounds":2,"vary":"attacker.points=1..2","show":"attacker.kills.mean,win")",
    R"("command":"sweep","rounds":2,"vary":"attacker.points=1..2","show":"win","from":"rounds=1",)"
    R"("until":"attacker.kills>=1","given":"attacker.kills>=0")",
    R"("command":"tune","rounds":2,"vary":"attacker.points=1..2","target":"win=50%")"};

/// Of one unit, against others.
constexpr std::string_view of_one[] = {
    R"("command":"sweep","rounds":2,"vary":"attacker.points=1..2","show":"win")",
    R"("command":"tune","rounds":2,"vary":"attacker.points=1..2","target":"win=50%")",
    R"("command":"value","rounds":2,"show":"win")"};

/// Of several units on a side.
constexpr std::string_view of_several[] = {
    R"("command":"battle","rounds":2,"joint":"swing,attacker.kills","observed":"attacker.kills=0")",
    R"("command":"battle","rounds":1,"best":true,"show":"win,attacker[First].part","budget":90)",
    R"("command":"battle","rounds":2,"given":"rounds>=1","joint":"attacker.kills,rounds")",
    R"("command":"battle","given":"attacker.kills>=1","targets":"both=weakest")",
    R"("command":"battle","rounds":2,"until":"attacker.kills>=1")",
    R"("command":"battle","rounds":2,"engine":"sim","trials":200,"targets":"both=weakest")",
    R"("command":"battle","rounds":1,"engine":"both","trials":200,"then":"First")",
    R"("command":"battle","rounds":1,"parts":"dice")",
    R"("command":"check","battle":true,"rounds":1,"trials":200)",
    R"("command":"solve","rounds":1)"};

constexpr std::string_view of_steps[] = {
    R"("command":"sequence","orders":true)",
    R"("command":"sequence","given":"survivors>=0","joint":"kills,survivors","show":"kills>=1")",
    R"("command":"sequence","engine":"sim","trials":200)",
    R"("command":"sequence","engine":"both","trials":200)", R"("command":"check","trials":200)"};

constexpr std::string_view of_rosters[] = {
    R"("command":"units")",
    R"("command":"matrix","battle":true)",
    R"("command":"matrix","rounds":1,"budget":45,"show":"win")",
    R"("command":"matrix","ranking":true,"rounds":1,"budget":45)",
    R"("command":"matrix","ranking":true,"rounds":1)",
    R"("command":"matrix","ranking":true,"rounds":1,"noise":0.05)",
    R"("command":"value","rounds":1)",
    R"("command":"value","rounds":1,"points":true)",
    R"("command":"prices","rounds":1,"budget":"45,60","for":"choosers")",
    R"("command":"prices","rounds":1,"budget":45,"fixed":"First")",
    R"("command":"balance","rounds":1,"vary":"points=20..40","budget":45,"solutions":2,)"
    R"("wish":["First beats Second 60:40","First > Second"],"cost":"points=2")",
    R"("command":"tournament","rounds":1,"budget":70,"most-units":2)",
    R"("command":"report","rounds":1)"};

/// Rosters of units that are soon done with: with points and without, alone and of groups.
struct SmallRoster {
  std::string_view system, stat, with, first, second, third;
};
constexpr SmallRoster small_rosters[] = {
    {"arcane-legions", "hp", "hindered=1", "figures=2\nhp=1\nred=2\npoints=30",
     "figures=2\nhp=2\nred=1\npoints=40",
     "[[unit.figure]]\nname='Captain'\ncount=1\nhp=2\nred=2\n[[unit.figure]]\nname='Guard'\n"
     "count=1\nhp=1\nred=1\nwhite=1"},
    {"magewinds", "toughness", "cover=yes", "toughness=3\npower=3\nprecision=6\npoints=30",
     "toughness=4\npower=5\nprecision=5\npoints=20",
     "toughness=4\narmour=1\n[[unit.attack]]\nname='Axe'\nlight={power=3,precision=6}\n"
     "heavy={power=6,precision=4}\n[[unit.attack]]\nname='Bow'\npower=3\nprecision=5"},
    {"raiders-of-arcana", "hp", "die=6", "figures=2\ncd=2\npoints=30", "figures=2\nas=6\npoints=40",
     "figures=3\nhp=2\ncd=1"},
    {"dwethia-skirmish", "strength", "mode=fight",
     "models=2\nmartial=3\nstrength=3\naggression=2\npoints=30",
     "models=2\nsave=4\naggression=1\npoints=40",
     "[[unit.model]]\nname='Sergeant'\ncount=1\nmartial=4\nwounds=2\n[[unit.model]]\n"
     "name='Guard'\ncount=2\nmartial=2"}};

std::string text_of(const SmallRoster& of, std::string_view third, int points_of_army = 70) {
  return fmt::format(
      "system='{}'\n[[unit]]\nname='First'\n{}\n[[unit]]\nname='Second'\nnote='small'\n{}\n{}\n"
      "[[army]]\nname='One'\nunits=['First', 'Second with {}']\npoints={}\n"
      "[[army]]\nname='Two'\nunits=['Second*2', 'First with {}']\n",
      of.system, of.first, of.second, third, of.with, points_of_army, of.with);
}

std::vector<Json> questions_on(const SmallRoster& of) {
  std::vector<Json> questions;
  const auto unpriced = [&](const char* name) {
    return fmt::format("[[unit]]\nname='{}'\n{}\n", name, of.third);
  };
  const std::string roster = text_of(of, unpriced("Third")), priced = text_of(of, "");
  const std::string worthless =
      fmt::format("system='{}'\n{}{}", of.system, unpriced("Third"), unpriced("Fourth"));
  const auto add = [&](std::string_view members, const Json& more) {
    Json question = Json::parse(fmt::format("{{{}}}", members));
    question["roster-text"] = roster;
    question.update(more);
    questions.push_back(std::move(question));
  };
  for (const std::string_view one : of_two) {
    add(one, {{"attacker", "First"}, {"defender", "Second"}});
    add(one, {{"attacker", "Third"}, {"defender", "Third"}});
  }
  for (const std::string_view one : of_several) {
    add(one, {{"attacker", "One"}, {"defender", "Two"}});
    add(one, {{"attacker", "Third*2"}, {"defender", "Third"}});
  }
  for (const std::string_view one : of_steps) {
    add(one, {{"target", "Second"}, {"by", {"First", "Third", "damage=1"}}});
    add(one, {{"target", "Third"}, {"by", {"Third"}}});
  }
  for (const std::string_view one : of_one) {
    add(one, {{"attacker", "First"}, {"system", of.system}, {"against", {{{"name", "Other"}}}}});
  }
  for (const std::string_view one : of_rosters) {
    for (const std::string& units : {roster, priced, worthless}) add(one, {{"roster-text", units}});
  }
  add(R"("command":"tournament","rounds":1,"most-units":1,"target":"win=1%")",
      {{"roster-text", priced}, {"system", of.system}, {"against", {{{"name", "Other"}}}}});
  for (const char* whom : {"mean", "choosers"}) {
    add(R"("command":"balance","rounds":1)",
        {{"vary", fmt::format("{}=1..9", of.stat)}, {"for", whom}});
  }
  for (const std::string& newer : {roster, priced}) {
    for (const std::string& older : {text_of(of, unpriced("Third"), 60), priced}) {
      add(R"("command":"compare","rounds":2)", {{"old-text", older}, {"roster-text", newer}});
    }
  }
  add(R"("command":"log","log-text":"attacker,defender,observed,player,note\nFirst,Second,)"
      R"(\"attacker.kills=0,defender.kills=0\",X,first\nSecond,Third,attacker.kills=1,Y,\n")",
      Json::object());
  for (const Command& command : all_commands()) {
    if (!has_part<questions::OfSystem>(command.question)) continue;
    questions.push_back({{"command", command.name}, {"system", of.system}});
  }
  return questions;
}

/// With what small questions have no occasion to say: a formula has two units for each number.
Report with_formula(const Report& report) {
  const auto add_to = [](RosterSensitivity& of) {
    if (!of.points) return;
    of.points->terms = {{}};
    of.points->fitted = {{}};
  };
  if (const auto* const value = report.if_is<RosterSensitivity>()) {
    RosterSensitivity more = *value;
    add_to(more);
    return more;
  }
  if (const auto* const page = report.if_is<RosterPage>(); page != nullptr && page->stats) {
    RosterPage more = *page;
    add_to(*more.stats);
    return more;
  }
  return report;
}

/// Answers of one sort have the same members: those of battles of several have others than those of
/// two units.
using SortOfReport = std::pair<std::type_index, bool>;
SortOfReport sort_of(const Report& report) {
  const auto* const play = report.if_is<PlayReport>();
  return {report.kind(), play != nullptr && play->is_of_armies()};
}

/// What the answers to the questions of a command look like: of each sort of reports.
using ShapesOf = std::vector<std::pair<SortOfReport, Shape>>;

Shape& shape_of(const Report& report, ShapesOf& shapes) {
  const SortOfReport sort = sort_of(report);
  const auto known = std::find_if(shapes.begin(), shapes.end(),
                                  [&](const auto& shape) { return shape.first == sort; });
  return known != shapes.end() ? known->second : shapes.emplace_back(sort, Shape()).second;
}

std::map<std::string, ShapesOf> shapes_of_answers(const Engines& engines, const Watch& watch) {
  std::vector<Question> questions;
  for (const SmallRoster& of : small_rosters) {
    for (const Json& one : questions_on(of)) {
      questions.push_back(question_of(one, AllowedFiles::none()));
    }
  }
  // A page that tells what has changed.
  const SmallRoster& raiders = small_rosters[2];
  const Json report{{"command", "report"}, {"rounds", 1}, {"roster-text", text_of(raiders, "")}};
  Question& page = questions.emplace_back(question_of(report, AllowedFiles::none()));
  part_of<questions::SinceOlder>(page)->older.given =
      std::make_shared<const Roster>(parse_roster(text_of(raiders, "", 60), "older", "", {}));
  std::vector<std::optional<Report>> reports(questions.size());
  in_parallel(questions.size(), [&](std::size_t i) {
    try {
      reports[i] = answer(questions[i], engines, watch.quiet());
    } catch (const InputError&) {  // what a system does not have
    } catch (const NoAnswer&) {
    }
  });
  if (watch.stopped()) throw watch.ended();
  std::map<std::string, ShapesOf> shapes;
  ShapesOfMaps maps;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i]) continue;
    Shapes listener(shape_of(*reports[i], shapes[std::string(questions[i].name())]), maps);
    reports[i]->tell(listener);
    with_formula(*reports[i]).tell(listener);
  }
  return shapes;
}

Json schema_of_errors(Json& definitions) {
  Shape shape;
  ShapesOfMaps none;
  Shapes listener(shape, none);
  state(listener, InputError(""), 2);
  Json schema = shape.schema(definitions);
  Json& members = schema["properties"]["error"]["properties"];
  members["code"] = {{"enum", words_of_error_codes}};
  members["status"] = {{"enum", {1, 2}}};
  return schema;
}

/// Answers that are not stated as facts.
Json schema_of_part() {
  const Json text = of_type("string"), whole{{"type", "integer"}, {"minimum", 0}};
  return object_of({{"version", text},
                    {"chunks", object_of({{"first", whole}, {"last", whole}, {"of", whole}})},
                    {"question", {{"type", "object"}}},
                    {"names", list_of(text)},
                    {"numbers", {{"type", "array"}}},
                    {"checksum", text}},
                   {"version", "chunks", "question", "names", "numbers", "checksum"});
}

Json schema_of_answers(const Command& command, ShapesOf& shapes, Json& definitions) {
  Json kinds = Json::array();
  const auto add = [&](const Shape& shape) {
    Json schema = shape.schema(definitions);
    // Whatever stood in the question.
    Json properties{{"id", true}};
    properties.update(schema["properties"]);
    schema["properties"] = properties;
    kinds.push_back(std::move(schema));
  };
  for (const auto& [sort, shape] : shapes) {
    if (shape.objects == 0) continue;
    add(shape);
    if (has_part<questions::Shown>(command.question)) add(shape.only_asked());
  }
  if (takes(command, "chunks")) kinds.push_back(reference("part"));
  if (has_part<questions::Merge>(command.question)) {
    for (const char* merged : {"fight", "battle", "sequence"}) {
      kinds.push_back(reference(merged + std::string("-answer")));
    }
  }
  if (has_part<questions::Schema>(command.question)) {
    kinds.push_back({{"type", "object"}, {"required", {"$schema", "$defs"}}});
  }
  if (takes(command, "show") || takes(command, "target")) {
    kinds.push_back(reference("quantities-answer"));
  }
  return {{"anyOf", kinds}};
}

Report answer_schema(const questions::Schema&, const Engines& engines, const Watch& watch) {
  SchemaReport report;
  Json definitions = Json::object(), questions = Json::array(), answers = Json::array();
  std::map<std::string, ShapesOf> shapes = shapes_of_answers(engines, watch);
  Json more = Json::object();
  for (const Command& command : all_commands()) {
    const std::string name(command.name);
    definitions[name + "-question"] = schema_of_questions(command);
    definitions[name + "-answer"] = schema_of_answers(command, shapes[name], more);
    questions.push_back(reference(name + "-question"));
    answers.push_back(reference(name + "-answer"));
  }
  definitions["error"] = schema_of_errors(more);
  answers.push_back(reference("error"));
  definitions["part"] = schema_of_part();
  define_units(definitions);
  definitions.update(more);
  const Json question{{"anyOf", questions}}, of_answers{{"anyOf", answers}};
  report.members = {{"$schema", Json("https://json-schema.org/draft/2020-12/schema").dump()},
                    {"title", Json("warodds " + std::string(version())).dump()},
                    {"description", Json("a question to warodds, or an answer of it").dump()},
                    {"anyOf", Json{reference("question"), reference("answer")}.dump()}};
  report.definitions = {{"question", question.dump()}, {"answer", of_answers.dump()}};
  for (const auto& [name, schema] : definitions.items()) {
    report.definitions.emplace_back(name, schema.dump());
  }
  return report;
}

}  // namespace

void state(Facts& facts, const SchemaReport& report) {
  const auto state_all = [&](const auto& members) {
    for (const auto& member : members) {
      facts.member(member.first, [&] { facts.json(member.second); });
    }
  };
  facts.object([&] {
    state_all(report.members);
    facts.object("$defs", [&] { state_all(report.definitions); });
  });
}

Command questions::Schema::command() {
  return {.operands = "",
          .summary = "questions and answers in JSON, as a JSON Schema",
          .introduction =
              "Prints a JSON Schema (draft 2020-12) of all questions of ask, with their ranges and "
              "defaults, and of all answers: types for programs, tools for chats, checks of what "
              "is asked.",
          .examples = {{"schema", "for a program that makes types of it"},
                       {"schema --format json", "the same: it is JSON in every form"}},
          .answer = answering(answer_schema)};
}

}  // namespace warodds
