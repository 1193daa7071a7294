// Which dice are thrown; how, the kernels know.
#include "sim/random/dice.h"

#include <cassert>
#include <stdexcept>
#include <string>

#include "sim/random/stream.h"

namespace warodds::sim {

ByteDice byte_dice(int sides) {
  assert(sides >= Dice::least_sides && sides <= Dice::most_sides);
  ByteDice dice;
  dice.sides = sides;
  dice.factor = static_cast<std::uint16_t>((65535 + sides) / sides);
  for (; dice.power * sides <= 256; dice.power *= sides) ++dice.per_byte;
  dice.limit = 256 / dice.power * dice.power;
  return dice;
}

Dice::Kind::Kind(int sides) {
  box.dice = byte_dice(sides);
  next_face = static_cast<std::size_t>(box.dice.per_byte);
}

Dice::Kind& Dice::new_kind(int sides) {
  if (sides < least_sides || sides > most_sides) {
    throw std::invalid_argument("a die of " + std::to_string(sides) + " sides cannot be thrown");
  }
  auto& kind = kinds_[static_cast<std::size_t>(sides)];
  kind = std::make_unique<Kind>(sides);
  return *kind;
}

void Dice::restart(std::uint64_t seed, std::uint64_t chunk) {
  generators_ = generators_of(seed, chunk);
  for (auto& kind : kinds_) {
    if (!kind) continue;
    kind->box.next = Box::rows;
    kind->box.spare = 0;
    kind->next_face = static_cast<std::size_t>(kind->box.dice.per_byte);
  }
}

const std::uint8_t* Dice::row(int sides) {
  Box& box = kind_of(sides).box;
  if (box.next == Box::rows) kernels_.refill(generators_, box);
  return box.bytes + row_bytes * box.next++;
}

const Faces& Dice::roll(int sides) {
  Kind& kind = kind_of(sides);
  if (kind.next_face == static_cast<std::size_t>(kind.box.dice.per_byte)) {
    kernels_.split(kind.box.dice, row(sides), kind.faces.front().data());
    kind.next_face = 0;
  }
  return kind.faces[kind.next_face++];
}

void Dice::throw_pool(int n, AtLeast& pool) {
  kernels_.throw_pool(generators_, kind_of(6).box, n, pool.front().data());
}

void Dice::throw_pool(const Count& n, AtLeast& pool) {
  kernels_.throw_pool_by_lane(generators_, kind_of(6).box, n.data(), pool.front().data());
}

}  // namespace warodds::sim
