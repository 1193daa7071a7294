#include "core/ask/forms/printers.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "core/ask/people.h"

namespace warodds {
namespace {

/// What a reader should know of the whole report.
std::string warning_of(const Report& report) {
  return std::visit(
      [](const auto& of) -> std::string {
        using Of = std::remove_cvref_t<decltype(of)>;
        if constexpr (std::is_base_of_v<Table, Of>) return of.warning;
        if constexpr (std::is_same_v<Of, PricesReport>) return of.prices.warning;
        if constexpr (std::is_same_v<Of, BalanceReport>) return of.balance.warning;
        if constexpr (std::is_same_v<Of, RosterPage>) return of.ranking.warning;
        return "";
      },
      report);
}

}  // namespace

Document document_of(const Report& report, const Style& style) {
  Document page(style);
  std::visit(
      [&](const auto& of) {
        if constexpr (requires { state(page, of); }) state(page, of);
      },
      report);
  const std::string warning = warning_of(report);
  if (!warning.empty()) {
    page.gap();
    page.note("WARNING: " + warning);
  }
  return page;
}

std::string to_text(const Report& report, const Style& style) {
  return is_json_alone(report) ? to_json(report, true) : print_text(document_of(report, style));
}

std::string to_form(const Report& report, std::string_view word) {
  if (is_json_alone(report)) return to_json(report, true);
  const auto* form = std::find_if(std::begin(printed_forms), std::end(printed_forms),
                                  [&](const PrintedForm& one) { return one.word == word; });
  return form->print(document_of(report, {.utf8 = true}));
}

std::vector<std::string> words_of_forms() {
  std::vector<std::string> words;
  for (const PrintedForm& form : printed_forms) words.emplace_back(form.word);
  return words;
}

}  // namespace warodds
