// Workbooks written down by hand, part by part, and packed by a packer of the test's own: what is
// read out of them, what they are told, and what stays when cells change.
#include "core/roster/workbook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/roster/roster.h"
#include "core/roster/roster_text.h"
#include "core/roster/workbook/archive.h"
#include "core/text/error.h"

namespace warodds {
namespace {

using ::testing::HasSubstr;

/// Numbers as archives have them, the small end first.
std::string little(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i) & 0xFF);
  return text;
}

using Files = std::vector<std::pair<std::string, std::string>>;

struct Packing {
  int method = 0;          ///< 8: deflated
  int flags = 0;           ///< 1: with a password
  std::string all = {};    ///< deflated: what each comes to
  std::uint64_t size = 0;  ///< and how much that is
};
std::string packed(const Files& files, const Packing& how = {}) {
  std::string archive, directory;
  for (const auto& [name, text] : files) {
    const std::string& bytes = how.method == 0 ? text : how.all;
    const std::uint64_t size = how.method == 0 ? text.size() : how.size;
    const auto crc =
        ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
    const std::string both = little(20, 2) + little(static_cast<unsigned>(how.flags), 2) +
                             little(static_cast<unsigned>(how.method), 2) + little(0, 4) +
                             little(crc, 4) + little(bytes.size(), 4) + little(size, 4) +
                             little(name.size(), 2) + little(0, 2);
    directory += "PK\x01\x02" + little(20, 2) + both + little(0, 2) + little(0, 2) + little(0, 2) +
                 little(0, 4) + little(archive.size(), 4) + name;
    archive += "PK\x03\x04" + both + name + bytes;
  }
  const std::size_t from = archive.size();
  return archive + directory + "PK\x05\x06" + little(0, 4) + little(files.size(), 2) +
         little(files.size(), 2) + little(directory.size(), 4) + little(from, 4) + little(0, 2);
}

const std::string types =
    R"(xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships")";
std::string relationship(const std::string& id, const std::string& type, const std::string& to) {
  return "<Relationship Id=\"" + id +
         "\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/" + type +
         "\" Target=\"" + to + "\"/>";
}
/// Sheets by what stands in them; `of`: what is said of each in the list of sheets.
Files xlsx(const std::vector<std::string>& sheets, const std::vector<std::string>& of = {},
           const std::string& texts = "", const std::string& styles = "") {
  std::string list, relations;
  Files files{
      {"[Content_Types].xml", "<Types/>"},
      {"_rels/.rels", "<Relationships>" + relationship("a", "officeDocument", "xl/workbook.xml") +
                          "</Relationships>"}};
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string n = std::to_string(i + 1);
    list += "<sheet name=\"Sheet " + n + "\" sheetId=\"" + n + "\"" +
            (of.empty() ? "" : " " + of[i]) + " r:id=\"id" + n + "\"/>";
    relations += relationship("id" + n, "worksheet",
                              (i % 2 == 0 ? "worksheets/s" : "/xl/worksheets/s") + n + ".xml");
    files.emplace_back("xl/worksheets/s" + n + ".xml",
                       "<worksheet><sheetData>" + sheets[i] + "</sheetData></worksheet>");
  }
  files.emplace_back("xl/workbook.xml", "<workbook " + types + "><sheets>" + list +
                                            "</sheets><definedNames/><oleSize/></workbook>");
  files.emplace_back("xl/_rels/workbook.xml.rels",
                     "<Relationships>" + relations + "</Relationships>");
  if (!texts.empty()) files.emplace_back("xl/sharedStrings.xml", "<sst>" + texts + "</sst>");
  if (!styles.empty()) {
    files.emplace_back("xl/styles.xml", "<styleSheet>" + styles + "</styleSheet>");
  }
  return files;
}
std::string csv_of(const Files& files) { return read_workbook(packed(files), "f.xlsx").csv; }
std::string csv_of(const std::string& sheet) { return csv_of(xlsx({sheet})); }

Files ods(const std::string& tables) {
  return {{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
          {"content.xml", "<office:document-content><office:body><office:spreadsheet>" + tables +
                              "</office:spreadsheet></office:body></office:document-content>"}};
}

std::string told_of(const std::string& bytes, const std::string& file = "f.xlsx") {
  try {
    read_workbook(bytes, file);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Workbook, OfXlsxIsReadAsWhatItsCellsKeep) {
  EXPECT_EQ(
      csv_of(xlsx({R"(<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="3"><c r="B3"><v>5</v></c><c r="A3" t="inlineStr"><is><t>Orc, big</t></is></c>
      <c r="D3" t="b"><v>1</v></c><c r="E3" t="str"><f>A1</f><v>x "y"</v></c>
      <c r="F3"><f>B3*2</f><v>10</v></c><c r="G3"><v>3.0000000000000004E-1</v></c>
      <c r="H3"><v>3.0</v></c><c r="I3" t="e"><v>#N/A</v></c><c r="J3" t="b"><v>0</v></c></row>)"},
                  {},
                  R"(<si><t>na</t><rPh><t>nobody reads</t></rPh></si>
                           <si><r><t>two </t></r><r><t>parts</t></r></si>)")),
      "na,two parts\n\n\"Orc, big\",5,,TRUE,\"x \"\"y\"\"\",10,0.30000000000000004,3,#N/A,"
      "FALSE\n");
}

TEST(Workbook, OfXlsxSaysNoPlacesOrHasPrefixes) {
  EXPECT_EQ(csv_of("<row><c><v>1</v></c><c><v>2</v></c></row><row><c/><c><v>3</v></c></row>"),
            "1,2\n,3\n");
  EXPECT_EQ(csv_of(R"(<x:row r="2"><x:c r="AB2"><x:v>1</x:v></x:c></x:row>)"),
            "\n" + std::string(27, ',') + "1\n");
}

TEST(Workbook, OfAFormulaWhoseValueIsNotKeptIsTheFormula) {
  EXPECT_EQ(csv_of("<row><c><f>B2+1</f></c></row>"), "=B2+1\n");
  EXPECT_THROW(parse_roster(packed(xlsx({R"(<row><c t="inlineStr"><is><t>name</t></is></c>
                                            <c t="inlineStr"><is><t>hp</t></is></c></row>
                                            <row><c t="inlineStr"><is><t>Orc</t></is></c>
                                            <c><f>1+1</f></c></row>)"})),
                            "f.xlsx", "raiders-of-arcana"),
               InputError);
}

// A cell into which "3-4" was typed is a day, and no number of points; "60:40" is a time.
TEST(Workbook, OfXlsxHasDaysAndTimesAsTheyAre) {
  const std::string styles =
      R"(<numFmts><numFmt numFmtId="170" formatCode="&quot;day&quot; 0"/>
      <numFmt numFmtId="171" formatCode="[Red]yyyy\-mm"/><numFmt numFmtId="172" formatCode="0&quot;+&quot;"/>
      <numFmt numFmtId="173" formatCode="h:mm AM/PM"/><numFmt numFmtId="174" formatCode="[h]:mm"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="46"/><xf numFmtId="173"/><xf numFmtId="174"/></cellXfs>)";
  EXPECT_EQ(csv_of(xlsx({R"(<row><c><v>45385</v></c><c s="1"><v>45385</v></c><c s="2"><v>7</v></c>
      <c s="3"><v>1.5</v></c><c s="4"><v>5</v></c><c s="99"><v>6</v></c>
      <c s="5"><v>2.5277777777777777</v></c><c s="6"><v>0.25</v></c><c s="7"><v>0.5</v></c></row>)"},
                        {}, "", styles)),
            "45385,2024-04-03,7,1899-12-31,5,6,60:40:00,06:00:00,12:00:00\n");
}

TEST(Workbook, IsTheFirstSheetInWhichAnythingStandsThatIsShown) {
  const std::string one = "<row><c><v>1</v></c></row>", two = "<row><c><v>2</v></c></row>";
  const WorkbookText text = read_workbook(
      packed(xlsx({one, "<row><c/></row>", two, one}, {"state=\"hidden\"", "", "", ""})), "f.xlsx");
  EXPECT_EQ(text.csv, "2\n");
  EXPECT_EQ(text.remark, "of 3 sheets 'Sheet 3' is read, the first in which anything stands");
  EXPECT_EQ(read_workbook(packed(xlsx({one})), "f.xlsx").remark, "");
}

TEST(Workbook, OfOdsIsReadAsWhatItsCellsKeep) {
  EXPECT_EQ(
      csv_of(ods(
          R"(<table:table table:name="none"><table:table-row table:number-rows-repeated="1048576">
      <table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
      <table:table table:name="Units"><table:table-header-rows><table:table-row>
      <table:table-cell office:value-type="string"><office:annotation><text:p>a comment</text:p></office:annotation><text:p>two<text:s/>words</text:p><text:p>and <text:span>a <text:a>link</text:a></text:span></text:p></table:table-cell>
      </table:table-row></table:table-header-rows>
      <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="2.50"><text:p>2,5 pieces</text:p></table:table-cell>
      <table:covered-table-cell/><table:table-cell table:number-columns-repeated="2" office:value-type="percentage" office:value="0.6"><text:p>60%</text:p></table:table-cell></table:table-row>
      <table:table-row table:number-rows-repeated="3"/>
      <table:table-row><table:table-cell office:value-type="boolean" office:boolean-value="true"/><table:table-cell office:value-type="date" office:date-value="2024-04-03"/><table:table-cell table:formula="of:=1+1"/></table:table-row>
      </table:table>)")),
      "two words and a link\n2.5,,0.6,0.6\n2.5,,0.6,0.6\n\n\n\nTRUE,2024-04-03,=of:=1+1\n");
}

TEST(Workbook, SaysWhatIsWrongWithIt) {
  EXPECT_THAT(told_of("PK\x03\x04 and so on"), HasSubstr("f.xlsx: this archive is damaged"));
  const std::string good = packed(xlsx({"<row><c><v>1</v></c></row>"}));
  for (std::size_t size = 4; size < good.size(); size += 7) {
    EXPECT_THAT(told_of(good.substr(0, size)), HasSubstr("f.xlsx: ")) << size;
  }
  EXPECT_THAT(told_of(packed({{"word/document.xml", "<a/>"}}), "f.docx"),
              HasSubstr("f.docx: in this file is no sheet"));
  EXPECT_THAT(told_of(packed(xlsx({"<row/>"}))), HasSubstr("is no sheet"));
  EXPECT_THAT(told_of(packed(xlsx({"<row><c><v>"}))),
              HasSubstr("xl/worksheets/s1.xml in it is no XML"));
  EXPECT_THAT(told_of(packed(xlsx({R"(<row><c t="s"><v>7</v></c></row>)"}))),
              HasSubstr("a text that is not there"));
  EXPECT_THAT(told_of(packed(xlsx({R"(<row r="1048577"><c><v>1</v></c></row>)"}))),
              HasSubstr("beyond the edge"));
  EXPECT_THAT(told_of(packed(xlsx({R"(<row r="0"><c><v>1</v></c></row>)"}))),
              HasSubstr("beyond the edge"));
  EXPECT_THAT(told_of(packed(xlsx({R"(<row><c r="XFE1"><v>1</v></c></row>)"}))),
              HasSubstr("beyond the edge"));
  EXPECT_THAT(told_of(packed(xlsx({"<row><c><v>1</v></c></row>"}), {.flags = 1})),
              HasSubstr("a password"));
  EXPECT_THAT(
      told_of(packed(ods(R"(<table:table><table:table-row table:number-rows-repeated="999999">
          <table:table-cell table:number-columns-repeated="9999"><text:p>x</text:p></table:table-cell>
          </table:table-row></table:table>)"))),
      HasSubstr("more than 4000000 cells"));
}

// A file that is a thousand times larger than it looks.
TEST(Workbook, IsNotUnpackedBeyondWhatThereMayBe) {
  const std::string much(std::size_t{129} << 20, ' ');
  std::string small(std::size_t{1} << 20, '\0');
  z_stream stream{};
  ASSERT_EQ(deflateInit2(&stream, 1, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(much.data()));
  stream.avail_in = static_cast<uInt>(much.size());
  stream.next_out = reinterpret_cast<Bytef*>(small.data());
  stream.avail_out = static_cast<uInt>(small.size());
  ASSERT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  small.resize(stream.total_out);
  deflateEnd(&stream);
  for (const std::uint64_t says : {std::uint64_t{much.size()}, std::uint64_t{10}}) {
    const std::string bytes =
        packed({{"content.xml", ""}}, {.method = 8, .flags = 0, .all = small, .size = says});
    EXPECT_THAT(told_of(bytes),
                ::testing::AnyOf(HasSubstr("larger than the 128 MiB"), HasSubstr("damaged")));
  }
}

const std::string orc_sheet =
    R"(<row r="1" spans="1:3" ht="20"><c r="A1" s="3" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>hp</t></is></c><c r="C1" t="inlineStr"><is><t>cost</t></is></c></row><row r="4"><c r="A4" t="inlineStr"><is><t>Orc</t></is></c><c r="B4" s="2"><v>3</v></c><c r="C4"><f>B4*10</f><v>30</v></c></row>)";

TEST(Workbook, WrittenAnewHasOtherCellsAndElseIsAsItWas) {
  Files files = xlsx({orc_sheet});
  files.emplace_back("docProps/note.bin", std::string("\0\1\2 whatever", 12));
  Roster roster = parse_roster(packed(files), "f.xlsx", "raiders-of-arcana");
  roster.text = packed(files);
  const std::string changed = with_values(roster, {{"Orc", "", "hp", "5"}, {"Orc", "", "as", "4"}});
  EXPECT_EQ(read_workbook(changed, "f.xlsx").csv, "name,hp,cost,as\n\n\nOrc,5,30,4\n");
  // Packed anew are two parts: the others are there byte by byte.
  for (const auto& [name, text] : files) {
    if (name == "xl/worksheets/s1.xml" || name == "xl/workbook.xml") continue;
    EXPECT_THAT(changed, HasSubstr(text)) << name;
  }
  const Roster again = parse_roster(changed, "f.xlsx", "raiders-of-arcana");
  EXPECT_EQ(again.units.size(), 1U);
}

TEST(Workbook, WrittenAnewKeepsFormulasAndHasThemWorkedOut) {
  const std::string before = packed(xlsx({orc_sheet}));
  const std::string changed =
      workbook_with(before, "f.xlsx", {{3, {{1, "5"}, {4, "1d6"}}}, {1, {{0, ""}}}});
  const auto with = [](std::string text, const std::string& what, const std::string& instead) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), instead);
  };
  std::string sheet = *Archive(before, "").read("xl/worksheets/s1.xml");
  sheet = with(sheet, "<v>3</v>", "<v>5</v>");
  sheet = with(sheet, "</row></sheetData>",
               R"(<c r="E4" t="inlineStr"><is><t>1d6</t></is></c></row></sheetData>)");
  sheet = with(sheet, R"(<row r="4">)", R"(<row r="2"><c r="A2"/></row><row r="4">)");
  const std::string declared = "<?xml version=\"1.0\"?>";
  EXPECT_EQ(Archive(changed, "").read("xl/worksheets/s1.xml"), declared + sheet);
  std::string book = *Archive(before, "").read("xl/workbook.xml");
  book = with(book, "<oleSize", "<calcPr fullCalcOnLoad=\"1\"/><oleSize");
  EXPECT_EQ(Archive(changed, "").read("xl/workbook.xml"), declared + book);

  EXPECT_THROW(workbook_with(before, "f.xlsx", {{3, {{2, "7"}}}}), NoAnswer);
  EXPECT_THROW(workbook_with(packed(ods(R"(<table:table/>)")), "f.ods", {}), NoAnswer);
}

}  // namespace
}  // namespace warodds
