#include "core/ask/forms/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/ask/facts.h"
#include "core/ask/forms/printers.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

using blocks::Column;
using blocks::Tone;

std::optional<Estimate> number_in(const FactValue& value) {
  return std::visit(
      [](const auto& of) -> std::optional<Estimate> {
        using Of = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Of, Estimate>) return of;
        if constexpr (std::is_same_v<Of, Law>) return of.mean();
        if constexpr (std::is_same_v<Of, double> || std::is_same_v<Of, long long> ||
                      std::is_same_v<Of, unsigned long long>) {
          return Estimate{static_cast<double>(of)};
        }
        return std::nullopt;
      },
      value);
}

Column::Set set_of(Shows as) {
  return as == Shows::text    ? Column::Set::left
         : as == Shows::words ? Column::Set::wrapped
         : as == Shows::bar   ? Column::Set::bar
                              : Column::Set::right;
}

}  // namespace

blocks::Table blocks::table_of(const Parts& parts) {
  Table table{"", {{"outcome", Column::Set::left}, {"odds"}, {"", Column::Set::bar}}};
  for (const Parts::Part& part : parts.parts) {
    table.row({part.mark ? part.what : "… " + part.what, part.percent,
               part.mark ? fmt::format("{}", part.share) : ""});
  }
  return table;
}

blocks::Table blocks::table_of(const Grid& grid) {
  Table table{"", {{"", Column::Set::left}}};
  for (const std::string& name : grid.columns) table.columns.push_back({shown(name)});
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    std::vector<std::string> row{shown(grid.rows[r])};
    for (const Grid::Cell& cell : grid.cells[r]) row.push_back(cell.text);
    table.row(std::move(row));
  }
  return table;
}

std::string Document::cell_of(const Estimate& number, Shows as) {
  const auto with_sign = [&](int digits, double of) {
    const bool is_zero = std::abs(of) < std::pow(10, -digits) / 2;
    return fmt::format("{:+.{}f}", is_zero ? 0 : of, digits);
  };
  const bool is_whole = number.value == std::round(number.value);
  switch (as) {
    case Shows::share:
      return number.value > 0 ? text::percent(number, style_) : "never";
    case Shows::percent_alone:
      return percent_alone(number);
    case Shows::mean_alone:
      remember(number, false);
      return text::mean({number.value}, style_);
    case Shows::percent:
      return text::percent(number, style_);
    case Shows::odds:
      return number.half_width ? text::percent(number, style_)
                               : text::odds_in_percent(number.value);
    case Shows::change:
      remember(number, true);
      return with_sign(style_.brief ? 0 : 2, number.value * 100);
    case Shows::rating:
      return with_sign(3, number.value);
    case Shows::signed_number:
      return with_sign(2, number.value);
    case Shows::deviation:
      return with_sign(style_.brief ? 1 : 4, number.value);
    case Shows::difference:
      return with_sign(1, number.value);
    case Shows::mean:
      return text::mean(number, style_);
    case Shows::counted:
      return fmt::format("{:.{}f}", number.value, is_whole ? 0 : 4);
    case Shows::number:
      return fmt::format("{:.2f}", number.value);
    case Shows::bar:
      return fmt::format("{}", number.value);
    default:
      return is_whole ? fmt::format("{:.0f}", number.value) : fmt::format("{:.4g}", number.value);
  }
}

std::string Document::cell_of(const FactValue& value, Shows as) {
  if (const auto* text = std::get_if<std::string_view>(&value)) return shown(*text);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "yes" : "no";
  if (const auto number = number_in(value)) return cell_of(*number, as);
  return style_.dash();
}

void Document::title(std::string text, std::string behind) {
  blocks_.emplace_back(blocks::Heading{std::move(text), std::move(behind), 1});
}

void Document::heading(std::string text, std::string behind) {
  blocks_.emplace_back(blocks::Heading{std::move(text), std::move(behind), 2});
}

void Document::note(std::string text, int first, int rest) {
  if (!text.empty()) add(blocks::Note{std::move(text), Tone::plain, first, rest});
}

void Document::faint(std::string text, int first, int rest) {
  if (!text.empty()) add(blocks::Note{std::move(text), Tone::faint, first, rest});
}

void Document::bold(std::string text) { add(blocks::Note{std::move(text), Tone::bold, 0, 2}); }

void Document::end() {
  if (!warning_ || warning_->empty()) return;
  gap();
  note("WARNING: " + *warning_);
}

void Document::remember(const Estimate& estimate, bool is_probability) {
  double& largest = is_probability ? of_odds_ : of_means_;
  largest = std::max(largest, estimate.half_width.value_or(0));
}

std::string Document::percent_alone(const Estimate& estimate) {
  remember(estimate, true);
  return text::percent(estimate, style_, false);
}

void Document::half_widths() {
  if (of_odds_ > 0) faint(fmt::format("half-widths: up to {:.2g} %", of_odds_ * 100));
  if (of_means_ > 0) faint(fmt::format("half-widths: up to {:.2g}", of_means_));
  of_odds_ = of_means_ = 0;
}

bool Document::open(Nest kind, std::string_view, const Naming& naming) {
  if (target_) return true;
  if (in_row_) return false;
  if (table_) {
    if (kind != Nest::object) return false;
    in_row_ = true;
    table_->rows.emplace_back();
    return true;
  }
  if (kind == Nest::object || naming.label.empty()) return true;
  const std::string title(naming.label == untitled ? "" : naming.label);
  auto* const before = blocks_.empty() ? nullptr : std::get_if<blocks::Table>(&blocks_.back());
  if (before != nullptr && before->title == title && !title.empty()) {  // it goes on
    table_ = std::move(*before);
    blocks_.pop_back();
  } else {
    table_ = blocks::Table{.title = title};
  }
  most_rows_ = naming.most;
  return true;
}

void Document::close(Nest) {
  if (target_ || !table_) return;
  if (!in_row_) return end_table();
  in_row_ = false;
  if (table_->rows.back().empty()) table_->rows.pop_back();
}

void Document::hear(std::string_view, const FactValue& value, const Naming& naming) {
  if (!table_ || naming.label.empty()) return;
  if (target_) return hear_law(value, naming);
  if (!in_row_) return;
  const auto at = std::find_if(table_->columns.begin(), table_->columns.end(),
                               [&](const Column& one) { return one.heading == naming.label; });
  const auto place = static_cast<std::size_t>(at - table_->columns.begin());
  if (at == table_->columns.end()) {
    table_->columns.push_back({std::string(naming.label), set_of(naming.as)});
  }
  std::vector<std::string>& row = table_->rows.back();
  row.resize(std::max(row.size(), place + 1));
  row[place] = cell_of(value, naming.as);
}

void Document::end_table() {
  blocks::Table table = *std::exchange(table_, std::nullopt);
  if (table.rows.empty()) return target_.reset();
  for (auto& row : table.rows) row.resize(table.columns.size());
  if (table.rows.size() > most_rows_) {
    table.left_out = table.rows.size() - most_rows_;
    table.rows.resize(most_rows_);
  }
  add(std::move(table));
  if (!target_) half_widths();
  target_.reset();
}

void Document::begin_laws(const std::string& title, const std::string& target) {
  constexpr int name = 30, mean = 15, sd = 10;
  table_ = blocks::Table{
      .columns = {{title, Column::Set::left, name}, {"mean", Column::Set::right, mean, 1}}};
  if (!style_.brief) table_->columns.push_back({"sd", Column::Set::right, sd, 1});
  table_->columns.push_back({"9 in 10 or more within", Column::Set::left, 0, 3});
  most_rows_ = std::string::npos;
  target_ = target;
}

void Document::hear_law(const FactValue& value, const Naming& naming) {
  const int most = naming.group.empty() ? 19 : 22;
  const std::string unit =
      text::shorten(naming.group.empty() ? *target_ : std::string(naming.group), most);
  const std::string label = "  " + fmt::format(fmt::runtime(naming.label), unit);
  const auto* law = std::get_if<Law>(&value);
  if (law != nullptr && !naming.group.empty() && law->of->max() == 1) {
    // There is one of it: odds say more than a mean.
    return table_->row(
        {"    kills " + unit, text::percent_or_one_in(law->of->estimate_at_least(1), style_)});
  }
  if (law != nullptr) {
    const Estimate mean = law->mean();
    const auto at = [&](double p) {
      const double number = law->of->value(law->of->quantile(p));
      const bool is_whole = number == std::round(number);
      return is_whole ? fmt::format("{:.0f}", number) : fmt::format("{:.6g}", number);
    };
    const std::string low = at(0.05), high = at(0.95);
    std::vector<std::string> row{label, text::mean(mean, style_)};
    if (!style_.brief) row.push_back(text::spread(mean, law->of->sd()));
    row.push_back(low == high ? low : fmt::format("{} {} {}", low, style_.dash(), high));
    table_->row(std::move(row));
  } else if (const auto number = number_in(value)) {
    const bool is_mean = naming.statistic == "mean" || naming.as == Shows::mean;
    table_->row({label, is_mean                       ? text::mean(*number, style_)
                        : naming.as == Shows::counted ? cell_of(*number, naming.as)
                                                      : text::percent_or_one_in(*number, style_)});
  }
}

// The forms.

Document document_of(const Report& report, const Style& style) {
  Style of_report = style;
  // What is asked for by name is wanted as it is.
  const auto* const played = report.if_is<PlayReport>();
  of_report.brief = style.brief && played != nullptr && played->shown.empty();
  Document page(of_report);
  report.tell(page);
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
