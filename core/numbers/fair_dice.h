// A test of fair dice that may be looked at whenever one likes.
#pragma once

#include <array>
#include <cstddef>

#include "core/numbers/distribution.h"

namespace warodds {

/// Evidence against the hypothesis that each number was drawn from its law, given all that came
/// before it: who plays may choose the next fight by how the last ones went, and stop at will.
///
/// Of a number X with the law P, w(X) / E_P[w(X)] is an e-value for any positive weight w: its mean
/// is exactly 1 if X is drawn from P. Here w = exp(t (X - mean) / sd), an exponential tilt, t times
/// the deviations limited to +-4 so that what is very rare costs little where it does not happen.
/// The product over numbers is a nonnegative martingale for each t, and so is the mean of these
/// products over a symmetric grid of t: many small deviations to one side and few large ones are
/// both found. By Ville's inequality it ever reaches 1 / a with a probability of at most a: J.
/// Ville, Étude critique de la notion de collectif, 1939; A. Ramdas, P. Grünwald, V. Vovk, G.
/// Shafer, Game-theoretic statistics and safe anytime-valid inference, Statistical Science 38(4),
/// 2023; P. Grünwald, R. de Heide, W. Koolen, Safe testing, J. R. Statist. Soc. B 86, 2024.
class FairDice {
 public:
  /// More is luck of one side, less of the other.
  static constexpr std::array<double, 5> tilts{0.0625, 0.125, 0.25, 0.5, 1};

  /// Takes a number that was drawn from an exact law; `sign` -1: more of it is less luck.
  void add(const Distribution& law, double seen, double sign = 1);

  /// So many times likelier than fair dice bets on loaded ones have made what was seen; 1 at first.
  double evidence() const;
  /// The same of bets on luck of one side only.
  double evidence_of_more() const;
  double evidence_of_less() const;
  /// The largest it has ever been, at least 1.
  double most() const { return most_; }
  /// After how many numbers it was; 0: it has never been more than at first.
  std::size_t most_after() const { return most_after_; }
  /// With fair dice the chance of ever seeing so much evidence is at most this.
  double p_value() const { return 1 / most_; }
  std::size_t numbers() const { return numbers_; }

 private:
  std::array<double, tilts.size()> more_{1, 1, 1, 1, 1};
  std::array<double, tilts.size()> less_{1, 1, 1, 1, 1};
  double most_ = 1;
  std::size_t most_after_ = 0;
  std::size_t numbers_ = 0;
};

}  // namespace warodds
