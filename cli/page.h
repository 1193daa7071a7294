// The page in the browser, as the command line meets it: a link that asks a question there, and the
// page as a file with a question inside.
#pragma once

#include <string>

#include "core/ask/question.h"

namespace warodds::cli {

/// The address under which a page asks the question. `page`: the address of that page; empty: the
/// file that is installed beside the program. Throws InputError, and NoAnswer where there is none.
std::string link_to(const Question& question, const std::string& page);

/// The page as a file that asks the question when it is opened. `page`: the path or file:// address
/// of the page; empty: as installed. Throws InputError, and NoAnswer where it cannot be read.
std::string page_with(const Question& question, const std::string& page);

}  // namespace warodds::cli
