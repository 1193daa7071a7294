#include "core/ask/command.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ask/option.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

template <class Kind>
Command record_of() {
  Command record = Kind::command();
  record.name = Kind::name;
  record.question = Kind{};
  for (const Option& option : all_options()) {
    const auto& without = record.without;
    const bool is_left_out =
        std::find(without.begin(), without.end(), option.name) != without.end();
    if (!is_left_out && option.access.fits(record.question)) record.options.push_back(option.name);
  }
  return record;
}

template <class... Kinds>
std::vector<Command> records_of(KindsOfQuestions<Kinds...>) {
  return {record_of<Kinds>()...};
}

}  // namespace

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = records_of(AllKindsOfQuestions());
  return commands;
}

const Command& command_of(const Question& question) { return *find_command(question.name()); }

const Command* find_command(std::string_view name) {
  for (const Command& command : all_commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

const Command& command_called(std::string_view name, const std::vector<std::string>& others) {
  if (const Command* command = find_command(name)) return *command;
  std::vector<std::string> names = others;
  for (const Command& command : all_commands()) names.emplace_back(command.name);
  throw UnknownCommand(unknown_name("command", name, names));
}

bool takes(const Command& command, std::string_view option) {
  return std::find(command.options.begin(), command.options.end(), option) != command.options.end();
}

std::string owners_of_option(std::string_view option) {
  std::vector<std::string> owners;
  for (const Command& command : all_commands()) {
    if (takes(command, option)) owners.emplace_back(command.name);
  }
  return fmt::format("--{} belongs to {}", option, with_and(owners));
}

}  // namespace warodds
