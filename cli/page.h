// Where the page for the browser is: in a file, beside the program or elsewhere.
#pragma once

#include <string>

#include "core/ask/question.h"

namespace warodds::cli {

/// The address of the page: `page` itself; empty: that of the file which is installed beside the
/// program. Throws NoAnswer where there is none.
std::string address_of_page(const std::string& page);

/// The file that the page is in, where it is in one; else something that is no file.
std::string file_of_page(const std::string& page);

/// The page as a file that asks the question when it is opened. `page`: the path or file:// address
/// of the page; empty: as installed. Throws InputError, and NoAnswer where it cannot be read.
std::string filled_page(const Question& question, const std::string& page);

}  // namespace warodds::cli
