// Any bytes as an event: the first byte picks what it is of, and what its facts are. It is read, or
// refused with InputError at a column that is in it; the names of its facts are read again as the
// same facts, and with sides exchanged twice it is the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/event.h"
#include "core/answer/quantity.h"
#include "core/text/error.h"

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void use(std::string_view text, warodds::OutcomeOf of, int value) {
  const warodds::Event event(text, of);
  require(!event.facts().empty());
  for (const warodds::OutcomeFact& fact : event.facts()) {
    using Kind = warodds::OutcomeFact::Kind;
    const bool is_number = fact.kind != Kind::end && fact.kind != Kind::ahead;
    if (is_number) require(warodds::parse_fact(warodds::name_of(fact), of) == fact);
  }
  const warodds::Event other = event.with_sides_exchanged();
  require(other.with_sides_exchanged() == event);
  std::vector<double> values;
  for (std::size_t i = 0; i < event.facts().size(); ++i) {
    values.push_back((value >> (i % 4)) % 4);
  }
  const bool holds = event.holds(values);
  require(warodds::Event(event.text(), of) == event);  // as it is written it is read again
  try {
    require(warodds::Event("not (" + event.text() + ")", of).holds(values) != holds);
  } catch (const warodds::EventError&) {  // too long then, or too deep
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr warodds::OutcomeOf kinds[] = {warodds::OutcomeOf::fight, warodds::OutcomeOf::battle,
                                          warodds::OutcomeOf::sequence};
  const warodds::OutcomeOf of = kinds[data[0] % 3];
  warodds::looks_like_event(text);
  try {
    use(text, of, data[0] / 3);
  } catch (const warodds::EventError& error) {
    require(error.column >= 1 && error.column <= static_cast<std::ptrdiff_t>(text.size()) + 1);
  }
  try {
    warodds::parse_quantities(std::string(text), of);
  } catch (const warodds::InputError&) {
  }
  return 0;
}
