// Instead of workbook.cpp, where the library is built without what reads them.
#include "core/roster/workbook.h"
#include "core/text/error.h"

namespace warodds {
namespace {

[[noreturn]] void refuse(const std::string& file) {
  throw BadRoster(file +
                  ": this is an .xlsx, .ods or .numbers file, which this build of warodds does not "
                  "read: save the spreadsheet as CSV");
}

}  // namespace

WorkbookText read_workbook(std::string_view, const std::string& file) { refuse(file); }

std::string workbook_with(std::string_view, const std::string& file, const SheetCells&) {
  refuse(file);
}

}  // namespace warodds
