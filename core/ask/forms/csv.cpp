// Facts as CSV (RFC 4180): a header row, then observations, a result in each row, or the rows of a
// table; numbers read back to the same double.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/ask/facts.h"
#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// Rows of fields.
class Csv {
 public:
  /// `semicolons`: for spreadsheets whose decimals have commas, semicolons between the fields, and
  /// a comma in every field that is a number with a point. `guards`: no field may be taken for a
  /// formula.
  Csv(bool semicolons, bool guards) : separator_(semicolons ? ';' : ','), guards_(guards) {}

  void field(std::string_view of) {
    std::string text = guards_ ? guarded(of) : std::string(of);
    const auto point = separator_ == ';' ? text.find('.') : std::string::npos;
    if (point != std::string::npos && read_number<double>(text)) text[point] = ',';
    if (open_) text_ += separator_;
    open_ = true;
    if (text.find_first_of("\"\r\n") == std::string::npos &&
        text.find(separator_) == std::string::npos) {
      text_ += text;
      return;
    }
    text_ += '"';
    for (const char c : text) {
      if (c == '"') text_ += '"';
      text_ += c;
    }
    text_ += '"';
  }
  void fields(const std::vector<std::string>& of) {
    for (const std::string& text : of) field(text);
  }
  /// Fields that are CSV already, before all others of a row.
  void begin_with(const std::string& csv) {
    text_ += csv;
    open_ = true;
  }
  void end() {
    text_ += "\r\n";
    open_ = false;
  }
  std::string take() {
    open_ = false;
    return std::exchange(text_, {});
  }

 private:
  char separator_;
  bool guards_;
  std::string text_;
  bool open_ = false;
};

std::string in_cell(double number) { return fmt::format("{}", number == 0 ? 0.0 : number); }

/// A value that is neither a law nor several numbers.
std::string in_cell(const FactValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "yes" : "no";
  if (const auto* number = std::get_if<long long>(&value)) return std::to_string(*number);
  if (const auto* number = std::get_if<unsigned long long>(&value)) return std::to_string(*number);
  if (const double* number = std::get_if<double>(&value)) return in_cell(*number);
  if (const Estimate* number = std::get_if<Estimate>(&value)) return in_cell(number->value);
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  return "";
}

std::string in_cell(const std::optional<double>& number) { return number ? in_cell(*number) : ""; }

/// Where a listener stands in the tree: the names of the objects and lists around, as CSV calls
/// them, and the element of the innermost list.
class Places {
 public:
  void enter(std::string_view name, bool is_element) {
    if (is_element) next_element();
    lengths_.push_back(path_.size());
    elements_.push_back(0);
    path_ = with(name);
  }
  void leave() {
    path_.resize(lengths_.back());
    lengths_.pop_back();
    elements_.pop_back();
  }
  void next_element() { ++elements_.back(); }
  std::size_t depth() const { return lengths_.size(); }
  /// The place in its list, from 1, of the innermost element that is open; 0: there is none.
  std::size_t element() const {
    const auto of =
        std::find_if(elements_.rbegin(), elements_.rend(), [](auto n) { return n > 0; });
    return of == elements_.rend() ? 0 : *of;
  }
  std::string with(std::string_view name) const {
    return name.empty() || path_.empty() ? path_ + std::string(name)
                                         : fmt::format("{}.{}", path_, name);
  }

 private:
  std::string path_;
  std::vector<std::size_t> lengths_;
  std::vector<std::size_t> elements_;  ///< of the list at each level, so far
};

/// Rows of (quantity, statistic, k, value, half-width), each after where it comes from and what it
/// is of: results first, then what else there is.
class Observations : public Facts {
 public:
  Observations(const CsvLayout& layout, bool semicolons)
      : Facts(Form::csv), layout_(layout), csv_(semicolons, true) {}

  /// `before`: what stands in the columns of the layout, in each row.
  std::string of(const Report& report, const std::vector<std::string>& before) {
    csv_.fields(layout_.columns);
    csv_.fields(layout_.about);
    csv_.fields({"quantity", "statistic", "k", "value", "half_width"});
    csv_.end();
    const std::string head = csv_.take();
    csv_.fields(before);
    before_ = csv_.take();
    for (const bool results : {true, false}) {
      wants_results_ = results;
      report.tell(*this);
    }
    return head + csv_.take();
  }

 private:
  struct About {
    std::string of;
    std::string unit;
    std::string k;
  };

  void hear(std::string_view key, const FactValue& value, const Naming& naming) override {
    const std::string_view name = naming.csv_or(key);
    if (naming.column) {
      if (name == "k") about_.k = in_cell(value);
      return;
    }
    const Law* law = std::get_if<Law>(&value);
    const bool is_result = law != nullptr || !naming.statistic.empty();
    if (is_result != wants_results_) return;
    if (is_result && places_.depth() == 1 && !layout_.only.empty()) return;
    const About outer = about_;
    set_about(naming);
    std::string quantity(name);
    if (!naming.group.empty()) quantity += fmt::format("[{}]", naming.group);
    if (law != nullptr) {
      add(quantity, *law);
    } else if (const auto* joint = std::get_if<JointLaw>(&value)) {
      add(quantity, *joint);
    } else if (const auto* number = std::get_if<Estimate>(&value)) {
      row(quantity, naming.statistic, about_.k, in_cell(number->value),
          in_cell(number->half_width));
    } else if (is_result) {
      if (!std::holds_alternative<std::nullptr_t>(value)) {
        row(quantity, naming.statistic, about_.k, in_cell(value));
      }
    } else {
      add_rest(places_.with(naming.of.empty() ? name : ""), value);
    }
    about_ = outer;
  }

  bool open(Nest, std::string_view key, const Naming& naming) override {
    const bool wanted = layout_.only.empty() || places_.depth() != 1 || key == layout_.only;
    if (wants_results_ && !wanted) return false;
    const bool says_of = !naming.of.empty() || !naming.unit.empty();
    places_.enter(says_of ? "" : naming.csv_or(key), inside() == Nest::list);
    outer_.push_back(about_);
    set_about(naming);
    return true;
  }

  void close(Nest) override {
    about_ = outer_.back();
    outer_.pop_back();
    places_.leave();
  }

  void set_about(const Naming& naming) {
    if (!naming.of.empty()) about_.of = naming.of;
    if (!naming.unit.empty()) about_.unit = naming.unit;
  }

  void row(std::string_view quantity, std::string_view statistic, std::string_view k,
           std::string_view value, std::string_view half_width = "") {
    csv_.begin_with(before_);
    csv_.field(about_.of.empty() ? layout_.of_all : std::string_view(about_.of));
    if (layout_.about.size() > 1) csv_.field(about_.unit);
    for (const std::string_view field : {quantity, statistic, k, value, half_width}) {
      csv_.field(field);
    }
    csv_.end();
  }

  /// Mean, standard deviation, and each value's probability and that of at least so much.
  void add(const std::string& quantity, const Law& law) {
    const Estimate mean = law.mean();
    const std::vector<double>& values = law.of->values();
    const std::vector<Estimate> of_each = law.of->estimates();
    const std::vector<Estimate> at_least = law.of->estimates_at_least();
    row(quantity, "mean", "", in_cell(mean.value), in_cell(mean.half_width));
    row(quantity, "sd", "", in_cell(law.of->sd()));
    for (std::size_t i = 0; i < of_each.size(); ++i) {
      const std::string k = values.empty() ? std::to_string(i) : in_cell(values[i]);
      row(quantity, "probability", k, in_cell(of_each[i].value), in_cell(of_each[i].half_width));
      row(quantity, "at_least", k, in_cell(at_least[i].value), in_cell(at_least[i].half_width));
    }
  }

  /// `k` is the number of the row, the statistic names that of the column.
  void add(const std::string& quantity, const JointLaw& law) {
    const auto value = [](const std::vector<double>* values, std::ptrdiff_t place) {
      return values == nullptr ? std::to_string(place)
                               : in_cell((*values)[static_cast<std::size_t>(place)]);
    };
    for (std::ptrdiff_t k = 0; k < law.pmf->rows(); ++k) {
      for (std::ptrdiff_t other = 0; other < law.pmf->cols(); ++other) {
        row(quantity, fmt::format("{}={}", law.columns, value(law.column_values, other)),
            value(law.row_values, k), in_cell(std::min((*law.pmf)(k, other), 1.0)));
      }
    }
  }

  void add_rest(std::string_view path, const FactValue& value) {
    if (inside() == Nest::list) places_.next_element();
    const std::size_t element = places_.element();
    const auto dot = path.find('.');
    row(path.substr(0, dot), dot == std::string_view::npos ? "" : path.substr(dot + 1),
        element > 0 ? std::to_string(element) : "", in_cell(value));
  }

  const CsvLayout& layout_;
  bool wants_results_ = true;
  Csv csv_;
  std::string before_;  ///< the fields before those that say what a row is of
  Places places_;
  About about_;
  std::vector<About> outer_;
};

/// The rows of a table; what is said outside of them is in all of them: in a column of its name, or
/// in the last one, the settings.
class TableRows : public Facts {
 public:
  explicit TableRows(bool semicolons)
      : Facts(Form::csv), semicolons_(semicolons), csv_(semicolons, true) {}

  const CsvLayout& layout() const { return layout_; }
  /// What stands in the columns whatever the row.
  const std::vector<std::string>& of_all() const { return of_all_; }
  /// What is said of everything has been heard: the report is stated once more.
  std::string of(const Report& report) {
    for (const std::vector<std::string>& row : layout_.above) {
      csv_.fields(row);
      for (std::size_t i = row.size(); i < layout_.columns.size(); ++i) csv_.field("");
      csv_.end();
    }
    csv_.fields(layout_.columns);
    if (layout_.settings) csv_.field("settings");
    csv_.end();
    writes_ = true;
    report.tell(*this);
    return csv_.take();
  }

  void lay_out(const CsvLayout& layout) override {
    if (writes_) return;
    layout_ = layout;
    csv_ = Csv(semicolons_, !layout.is_roster);
    of_all_.resize(layout.columns.size());
    of_row_.resize(layout.columns.size());
  }

  bool is_table() const override { return layout_.is_table(); }

  void begin_row() override {
    in_row_ = true;
    before_row_ = settings_.size();
  }
  void end_row() override {
    in_row_ = false;
    if (writes_) {
      for (std::size_t i = 0; i < of_all_.size(); ++i) {
        csv_.field(of_row_[i] ? *of_row_[i] : of_all_[i]);
      }
      if (layout_.settings) csv_.field(settings_);
      csv_.end();
    }
    settings_.resize(before_row_);
    std::fill(of_row_.begin(), of_row_.end(), std::nullopt);
  }

 private:
  void hear(std::string_view key, const FactValue& value, const Naming& naming) override {
    const std::string_view name = naming.csv_or(key);
    const auto* number = std::get_if<Estimate>(&value);
    const bool is_column = (in_row_ || naming.column) && put(name, in_cell(value));
    if (number != nullptr && number->half_width) {
      const std::string half_width =
          (naming.word.empty() ? std::string(name) + "_" : "") + "half_width";
      if (in_row_ && put(half_width, in_cell(number->half_width))) return;
    }
    if (is_column || (naming.column && !in_row_ && name == "version")) return;
    // What is said of everything was heard before the rows.
    if (in_row_ || !outer_.empty() || !writes_) add_setting(places_.with(name), value);
  }

  bool open(Nest kind, std::string_view key, const Naming& naming) override {
    const bool is_element = inside() == Nest::list;
    if (is_element && !writes_) return false;
    places_.enter(naming.csv_or(key), is_element);
    lengths_.push_back(settings_.size());
    if (is_element && kind == Nest::object) outer_.push_back(of_all_);
    return true;
  }

  void close(Nest kind) override {
    places_.leave();
    if (inside() == Nest::list && kind == Nest::object) {
      of_all_ = std::move(outer_.back());
      outer_.pop_back();
    }
    if (inside() == Nest::list) settings_.resize(lengths_.back());
    lengths_.pop_back();
  }

  bool put(std::string_view column, std::string text) {
    const auto found = std::find(layout_.columns.begin(), layout_.columns.end(), column);
    if (found == layout_.columns.end()) return false;
    const auto place = static_cast<std::size_t>(found - layout_.columns.begin());
    if (in_row_) {
      of_row_[place] = std::move(text);
    } else {
      of_all_[place] = std::move(text);
    }
    return true;
  }

  void add_setting(const std::string& name, const FactValue& value) {
    if (!settings_.empty()) settings_ += "; ";
    if (!name.empty()) settings_ += name + "=";
    settings_ += in_cell(value);
  }

  CsvLayout layout_;
  bool semicolons_;
  Csv csv_;
  Places places_;
  std::vector<std::string> of_all_;
  std::vector<std::optional<std::string>> of_row_;
  std::string settings_;
  std::vector<std::size_t> lengths_;  ///< of the settings, at each level
  std::size_t before_row_ = 0;
  std::vector<std::vector<std::string>> outer_;  ///< of_all_ before each element that is open
  bool in_row_ = false;
  bool writes_ = false;
};

/// A matrix as a square sheet of its first quantity.
std::string square(const Matrix& matrix, bool semicolons) {
  Csv csv(semicolons, true);
  csv.field(matrix.quantities.front().text);
  csv.fields(matrix.columns);
  csv.end();
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    csv.field(matrix.rows[r]);
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      const std::vector<Estimate>& values = matrix.at(r, c).values;
      csv.field(values.empty() ? "" : in_cell(values.front().value));
    }
    csv.end();
  }
  return csv.take();
}

std::string csv_of(const Report& report, bool semicolons) {
  TableRows rows(semicolons);
  report.tell(rows);
  return rows.layout().is_table()
             ? rows.of(report)
             : Observations(rows.layout(), semicolons).of(report, rows.of_all());
}

}  // namespace

std::string to_csv(const Report& report, const CsvShape& shape) {
  const auto* matrix = report.if_is<Matrix>();
  if (is_json_alone(report)) return to_json(report, true);
  const std::string csv = shape.wide && matrix != nullptr && !matrix->cells.empty()
                              ? square(*matrix, shape.semicolons)
                              : csv_of(report, shape.semicolons);
  const bool ascii = std::all_of(csv.begin(), csv.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 128; });
  const bool marked = shape.bom || (!ascii && (shape.wide || shape.semicolons));
  return (marked ? "\xEF\xBB\xBF" : "") + csv;
}

}  // namespace warodds
