// A report for people: titles, notes, tables, charts, in their order. The statement of a report
// (core/ask/facts.h) makes it: a list with a label is a table, its elements the rows, their members
// with labels the columns; what stands between them it says through Facts::to_people(). Text,
// Markdown and HTML are printers of it (printers.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/answer/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/style.h"

namespace warodds {

namespace blocks {

enum class Tone { plain, bold, faint };

struct Gap {};  ///< before something else begins

struct Heading {
  std::string text;
  std::string behind;  ///< said less loudly
  int level;           ///< 1: of a report; 2: of a part of it
};

/// A paragraph; in text, its first line and the others are set in by so many columns.
struct Note {
  std::string text;
  Tone tone;
  int first;
  int rest;
};

struct Column {
  std::string heading;
  /// A bar is of a share from 0 to 1, a swing one from -1 to 1.
  enum class Set { left, right, bar, swing, wrapped } set = Set::right;
  int width = 0;  ///< in text at least, with the gap
  int gap = 2;    ///< in text, between it and the one before
};

struct Table {
  std::string title = {};
  std::vector<Column> columns = {};
  std::vector<std::vector<std::string>> rows = {};  ///< one cell in a row: it spans all columns
  std::size_t left_out = 0;                         ///< rows that are not here, but in CSV

  void row(std::vector<std::string> cells) { rows.push_back(std::move(cells)); }
};

/// One chart, or two side by side.
struct Charts {
  std::vector<text::Charted> charted;
};

/// Parts of a whole as one bar, and each in a line; those without a mark are parts of the one
/// above.
struct Parts {
  struct Part {
    std::optional<int> mark;  ///< 0 … 4: how it stands in the bar
    std::string what;
    std::string percent;
    double share = 0;
  };
  std::vector<Part> parts;
};

/// Numbers by row and column, shaded by where they stand from least to most.
struct Grid {
  std::vector<std::string> rows, columns;
  struct Cell {
    std::string text;
    std::optional<double> share;  ///< 0 … 1; nothing where there is no number
  };
  std::vector<std::vector<Cell>> cells = {};
  bool around_middle = false;  ///< a half is what has no colour
  std::string note = {};
};

/// Parts and grids as tables, for printers that draw neither.
Table table_of(const Parts& parts);
Table table_of(const Grid& grid);

}  // namespace blocks

using Block = std::variant<blocks::Gap, blocks::Heading, blocks::Note, blocks::Table,
                           blocks::Charts, blocks::Parts, blocks::Grid>;

class Document : public Facts {
 public:
  explicit Document(const Style& style) : Facts(Form::text), style_(style) {}

  Document* page() override { return this; }
  const Style& style() const { return style_; }
  const std::vector<Block>& blocks() const { return blocks_; }

  void title(std::string text, std::string behind = "");
  void heading(std::string text, std::string behind = "");
  void gap() { blocks_.emplace_back(blocks::Gap{}); }
  /// Nothing, where the text is empty.
  void note(std::string text, int first = 0, int rest = 2);
  void faint(std::string text, int first = 0, int rest = 2);
  void bold(std::string text);
  void add(Block block) { blocks_.push_back(std::move(block)); }
  /// What a reader should know of the whole report, said at its end; of several the first.
  void warn(const std::string& text) {
    if (!warning_) warning_ = text;
  }
  void end();

  /// A table of laws and of numbers, made of the facts that `state_them()` states, by their labels.
  /// `target`: the unit that labels speak of.
  template <std::invocable State>
  void laws(const std::string& title, const std::string& target, const State& state_them) {
    begin_laws(title, target);
    state_them();
    end_table();
  }

  /// A number as it is shown.
  std::string cell_of(const Estimate& number, Shows as);
  /// A percentage without the half-width, which is remembered for the table that is made.
  std::string percent_alone(const Estimate& estimate);
  /// Adds a line about the half-widths remembered since the last, those of means as a number.
  void half_widths();
  void remember(const Estimate& estimate, bool is_probability);

 private:
  std::string cell_of(const FactValue& value, Shows as);
  void hear(std::string_view key, const FactValue& value, const Naming& naming) override;
  bool open(Nest kind, std::string_view key, const Naming& naming) override;
  void close(Nest kind) override;

  void begin_laws(const std::string& title, const std::string& target);
  void hear_law(const FactValue& value, const Naming& naming);
  void end_table();

  Style style_;
  std::vector<Block> blocks_;
  std::optional<std::string> warning_;
  std::optional<blocks::Table> table_;  ///< that is being made ...
  std::optional<std::string> target_;   ///< ... of laws
  bool in_row_ = false;
  std::size_t most_rows_ = 0;
  double of_odds_ = 0, of_means_ = 0;  ///< the largest half-widths
};

}  // namespace warodds
