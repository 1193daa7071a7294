// From random bytes to dice: throwing away, closing the gaps, splitting into digits. Where the
// machine has instructions for it, they are used; the dice are the same.
#include "sim/random/dice.h"

#include <cassert>
#include <cstring>
#include <stdexcept>
#include <string>

#include "sim/lanes/machine.h"

namespace warodds::sim {

namespace {

/// A byte for each lane.
constexpr std::size_t row_bytes = lane_count;

/// Random bytes are made so many at a time.
constexpr std::size_t batch = 4 * Stream::group_bytes;

using machine::Words;

/// Splits vectors of bytes into digits: the digit d of the bytes of vector i goes to vector d *
/// vectors + i.
///
/// Two bytes, low and high, are divided in one 16-bit word w. With m = ceil(2^16 / s) and e = s m -
/// 2^16 < s, x m / 2^16 = x / s + x e / (2^16 s), which has the same whole part as x / s when x e <
/// 2^16: true for a byte x and s <= 100. So the upper half of (low byte) m is the low quotient, and
/// the upper byte of the upper half of (high byte * 2^8) m is the high one.
void split(const ByteDice& dice, const std::uint8_t* bytes, std::size_t vectors,
           std::uint8_t* faces) {
  const auto s = static_cast<std::uint16_t>(dice.sides);
  const auto m = static_cast<std::uint16_t>((65535u + s) / s);
  // Where the limit is a power of s, what is left at last is the last digit.
  const bool exact = dice.limit == dice.power;
  const std::size_t digits = static_cast<std::size_t>(dice.per_byte) - (exact ? 1 : 0);
  const std::size_t stride = vectors * row_bytes;
  for (std::size_t i = 0; i < stride; i += sizeof(Words)) {
    const std::uint8_t* from = bytes + i;
    std::uint8_t* to = faces + i;
    Words rest;
    std::memcpy(&rest, from, sizeof rest);
    for (std::size_t digit = 0; digit < digits; ++digit, to += stride) {
      Words low, high;
      machine::upper_half(rest & std::uint16_t{0xff}, m, low);
      machine::upper_half(rest & std::uint16_t{0xff00}, m, high);
      const Words quotient = low | (high & std::uint16_t{0xff00});
      const Words face = rest - quotient * s;  // the product of either byte stays within it
      std::memcpy(to, &face, sizeof face);
      rest = quotient;
    }
    if (exact) std::memcpy(to, &rest, sizeof rest);
  }
}

}  // namespace

ByteDice ByteDice::of(int sides) {
  assert(sides >= Dice::least_sides && sides <= Dice::most_sides);
  ByteDice dice;
  dice.sides = sides;
  for (; dice.power * sides <= 256; dice.power *= sides) ++dice.per_byte;
  dice.limit = 256 / dice.power * dice.power;
  return dice;
}

Dice::Box::Box(int sides) : dice(ByteDice::of(sides)) {
  // A few kilobytes of dice: enough to make refilling rare, little enough to stay in the first
  // cache.
  constexpr std::size_t wanted = 96;
  const auto per_byte = static_cast<std::size_t>(dice.per_byte);
  const std::size_t vectors = wanted / per_byte;
  faces.resize(vectors * per_byte);
  next = faces.size();
  // Room for what is accepted beyond the need, and for what machine::keep_below() writes behind it.
  bytes.resize(vectors + batch / row_bytes + 1);
}

Dice::Box& Dice::new_box(int sides) {
  if (sides < least_sides || sides > most_sides) {
    throw std::invalid_argument("a die of " + std::to_string(sides) + " sides cannot be thrown");
  }
  auto& box = boxes_[static_cast<std::size_t>(sides)];
  box = std::make_unique<Box>(sides);
  return *box;
}

void Dice::restart(std::uint64_t seed, std::uint64_t chunk) {
  stream_ = Stream(seed, chunk);
  for (auto& box : boxes_) {
    if (!box) continue;
    box->next = box->faces.size();
    box->accepted = 0;
  }
}

void Dice::refill(Box& box) {
  const std::size_t needed =
      box.faces.size() / static_cast<std::size_t>(box.dice.per_byte) * row_bytes;
  alignas(64) std::array<std::uint8_t, batch> random;
  auto* bytes = reinterpret_cast<std::uint8_t*>(box.bytes.data());
  const int limit = box.dice.limit;
  std::size_t accepted = box.accepted;
  while (accepted < needed) {
    for (std::size_t i = 0; i < batch; i += Stream::group_bytes) stream_.next(random.data() + i);
    for (std::size_t i = 0; i < batch; i += row_bytes) {
      accepted += machine::keep_below(limit, random.data() + i, bytes + accepted);
    }
  }
  split(box.dice, bytes, needed / row_bytes, reinterpret_cast<std::uint8_t*>(box.faces.data()));
  box.accepted = accepted - needed;
  std::memmove(bytes, bytes + needed, box.accepted);
  box.next = 0;
}

}  // namespace warodds::sim
