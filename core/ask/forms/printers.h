// What prints a document. A form that is added is a printer more, in the list below.
#pragma once

#include <string>

#include "core/ask/forms/document.h"
#include "core/ask/reports.h"

namespace warodds {

Document document_of(const Report& report, const Style& style);

std::string print_text(const Document& document);
std::string print_markdown(const Document& document);

/// Forms that are nothing but a document printed, by the word that asks for one.
struct PrintedForm {
  const char* word;
  std::string (*print)(const Document&);
};
inline constexpr PrintedForm printed_forms[] = {{"md", print_markdown}};

}  // namespace warodds
