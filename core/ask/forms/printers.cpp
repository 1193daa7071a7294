#include "core/ask/forms/printers.h"

#include <algorithm>
#include <iterator>

#include "core/ask/facts.h"

namespace warodds {
Document document_of(const Report& report, const Style& style) {
  Document page(style);
  std::visit([&](const auto& of) { state(page, of); }, report);
  page.end();
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
