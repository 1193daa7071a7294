// Both sides have the same choices, so the value is even and the game is its own dual: with payoffs
// A (odds less one half, A = -A'), x is an equilibrium if x >= 0, sum(x) = 1, A x <= 0. By
// A. Goldman and A. Tucker (Annals of Mathematics Studies 38, 1956) there is one in which every
// unit is either chosen or loses; a unit that is not chosen there is chosen in none.
#include "core/design/equilibrium.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace warodds {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Indices = std::vector<Index>;

constexpr double as_likely = 1e-12;  // closer odds differ by rounding only

/// Who stands for each of the sorted sizes: of those that differ by rounding, the first. They are a
/// chain of neighbours, parted at ever smaller gaps while it is longer than rounding is.
void merge(std::span<const double> sizes, std::span<double> stands_for, double gap) {
  for (std::size_t first = 0, last = 1; first < sizes.size(); first = last++) {
    while (last < sizes.size() && sizes[last] - sizes[last - 1] <= gap) ++last;
    const auto chain = sizes.subspan(first, last - first);
    const auto theirs = stands_for.subspan(first, last - first);
    if (chain.back() - chain.front() > as_likely) {
      merge(chain, theirs, gap / 10);
    } else {
      std::fill(theirs.begin(), theirs.end(), chain.front());
    }
  }
}

/// Odds less one half, where what differs by rounding is equal: else of two units that are alike
/// one would be a trifle better, and be the only one that is chosen.
MatrixXd payoffs_of(const MatrixXd& odds) {
  const Index n = odds.rows();
  std::vector<double> sizes{0};
  const auto payoff = [&](Index i, Index j) { return (odds(i, j) - odds(j, i)) / 2; };
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) sizes.push_back(std::abs(payoff(i, j)));
  }
  std::sort(sizes.begin(), sizes.end());
  std::vector<double> stands_for(sizes.size());
  merge(sizes, stands_for, as_likely);
  MatrixXd payoffs = MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) {
      const double exact = payoff(i, j);
      const auto place = std::lower_bound(sizes.begin(), sizes.end(), std::abs(exact));
      const double size = stands_for[static_cast<std::size_t>(place - sizes.begin())];
      payoffs(i, j) = exact < 0 ? -size : size;
      payoffs(j, i) = -payoffs(i, j);
    }
  }
  return payoffs;
}

/// The longest step, at most 1, after which `values` are still positive.
double longest_step(const VectorXd& values, const VectorXd& change) {
  double step = 1;
  for (Index i = 0; i < values.size(); ++i) {
    if (change[i] < 0) step = std::min(step, -values[i] / change[i]);
  }
  return step;
}

/// The way through the interior to the centre of all equilibria: the points with
/// x_i (level - (A x)_i) = gap for a gap that goes to zero (S. Mehrotra's predictor and corrector,
/// SIAM J. Optimization 2, 1992).
class CentralPath {
 public:
  explicit CentralPath(const MatrixXd& payoffs)
      : payoffs_(payoffs),
        shares_(VectorXd::Constant(payoffs.rows(), 1.0 / static_cast<double>(payoffs.rows()))),
        losses_(2 * VectorXd::Ones(payoffs.rows()) - payoffs * shares_) {}

  double gap() const { return shares_.dot(losses_) / static_cast<double>(shares_.size()); }
  const VectorXd& shares() const { return shares_; }
  /// By how much each unit loses against these shares, and the level; one of share and loss goes to
  /// zero.
  const VectorXd& losses() const { return losses_; }

  void advance() {
    const Index n = shares_.size();
    MatrixXd system(n + 1, n + 1);
    system.topLeftCorner(n, n) = -payoffs_;
    system.diagonal().head(n) += losses_.cwiseQuotient(shares_);
    system.col(n).setOnes();
    system.row(n).setOnes();
    system(n, n) = 0;
    const Eigen::PartialPivLU<MatrixXd> solver(system);
    const double before = gap();
    // Towards a gap of zero, to see how far that goes.
    Step step = solve(solver, (-losses_).eval());
    const double ahead = farthest(step);
    const double then =
        (shares_ + ahead * step.shares).dot(losses_ + ahead * step.losses) / static_cast<double>(n);
    const double left = then / before;
    const double target = before * left * left * left;
    const VectorXd products = step.shares.cwiseProduct(step.losses);
    step = solve(solver, ((target - products.array()) / shares_.array()).matrix() - losses_);
    const double length = std::min(1.0, 0.995 * farthest(step));
    shares_ += length * step.shares;
    losses_ += length * step.losses;
  }

 private:
  struct Step {
    VectorXd shares;
    VectorXd losses;
  };

  Step solve(const Eigen::PartialPivLU<MatrixXd>& solver, const VectorXd& right) const {
    const Index n = shares_.size();
    VectorXd extended(n + 1);
    extended << right, 0;
    const VectorXd solution = solver.solve(extended);
    Step step;
    step.shares = solution.head(n);
    step.losses = right - losses_.cwiseQuotient(shares_).cwiseProduct(step.shares);
    return step;
  }
  double farthest(const Step& step) const {
    return std::min(longest_step(shares_, step.shares), longest_step(losses_, step.losses));
  }

  const MatrixXd& payoffs_;
  VectorXd shares_;
  VectorXd losses_;
};

/// All equilibria, given the units that are in some: among these nobody wins or loses, and the
/// others do not win.
class Face {
 public:
  Face(const MatrixXd& payoffs, const VectorXd& copies, Indices in, Indices out)
      : in_(std::move(in)),
        out_(std::move(out)),
        copies_(copies(in_)),
        among_(payoffs(in_, in_)),
        of_others_(payoffs(out_, in_)) {}

  /// A point inside, near `centre`, with so much room to its edges; nothing if there is none, so
  /// that these may not be the units.
  std::optional<VectorXd> inside(const VectorXd& centre, double room) {
    // A unit of its own, or several that are all even.
    MatrixXd kernel = MatrixXd::Identity(among_.rows(), among_.rows());
    if (among_.cwiseAbs().maxCoeff() > 0) {
      Eigen::FullPivLU<MatrixXd> solver(among_);
      solver.setThreshold(1e-10);
      if (solver.dimensionOfKernel() == 0) return std::nullopt;
      kernel = solver.kernel();
    }
    const Index dimensions = kernel.cols();
    const Eigen::HouseholderQR<MatrixXd> basis(kernel);
    const MatrixXd even = basis.householderQ() * MatrixXd::Identity(kernel.rows(), dimensions);
    VectorXd point = even * (even.transpose() * centre);
    point /= point.sum();
    if (!(point.minCoeff() > room)) return std::nullopt;
    if (!out_.empty() && !((of_others_ * point).maxCoeff() < -room)) return std::nullopt;
    // Directions in which the shares still add up to one.
    const Eigen::HouseholderQR<MatrixXd> turned(
        (even.transpose() * VectorXd::Ones(even.rows())).eval());
    directions_ = (even * MatrixXd(turned.householderQ())).rightCols(dimensions - 1);
    return point;
  }

  /// From a point inside.
  VectorXd of_largest_entropy(const VectorXd& inside, const std::function<bool()>& stopped) const {
    if (directions_.cols() == 0) return inside;
    const VectorXd free = descend(inside, 0, stopped);
    // Most often nobody outside would win against that.
    if (out_.empty() || (of_others_ * free).maxCoeff() <= 1e-15) return free;
    VectorXd point = inside;
    // All walls together weigh less than the entropy: else they push shares down to nothing.
    double weight = 0.1 / static_cast<double>(out_.size());
    for (; weight > 1e-15; weight /= 10) point = descend(point, weight, stopped);
    return point;
  }

 private:
  /// What is made least: less entropy, and a wall of so much weight where others begin to win.
  double value(const VectorXd& point, double weight) const {
    double sum = 0;
    for (Index i = 0; i < point.size(); ++i) sum += point[i] * std::log(point[i] / copies_[i]);
    if (weight == 0) return sum;
    const VectorXd room = -(of_others_ * point);
    for (Index i = 0; i < room.size(); ++i) sum -= weight * std::log(room[i]);
    return sum;
  }

  /// Newton's method; the function is convex.
  VectorXd descend(VectorXd point, double weight, const std::function<bool()>& stopped) const {
    const MatrixXd others = weight > 0 ? MatrixXd(of_others_ * directions_) : MatrixXd();
    for (int round = 0; round < 60 && !(stopped && stopped()); ++round) {
      VectorXd slope = directions_.transpose() * (point.array() / copies_.array()).log().matrix();
      // Its lower half.
      MatrixXd curvature = MatrixXd::Zero(slope.size(), slope.size());
      const auto curve = [&](const MatrixXd& bends) {
        curvature.selfadjointView<Eigen::Lower>().rankUpdate(bends.transpose());
      };
      curve(point.cwiseSqrt().cwiseInverse().asDiagonal() * directions_);
      VectorXd room;
      if (weight > 0) {
        room = -(of_others_ * point);
        slope += weight * (others.transpose() * room.cwiseInverse());
        curve((std::sqrt(weight) * room.cwiseInverse()).asDiagonal() * others);
      }
      const VectorXd move = -curvature.ldlt().solve(slope);
      const double gain = -slope.dot(move);
      const VectorXd change = directions_ * move;
      if (!(gain > 0) || !std::isfinite(gain)) break;
      double length = longest_step(point, change / 0.99);
      if (weight > 0) length = std::min(length, longest_step(room, -(of_others_ * change) / 0.99));
      const double before = value(point, weight);
      // What is gained at the end is lost in rounding.
      while (gain > 1e-10 && length > 1e-10 &&
             value(point + length * change, weight) > before - 0.1 * length * gain) {
        length /= 2;
      }
      point += length * change;
      if (gain < 1e-20) break;
    }
    return point / point.sum();
  }

  Indices in_;
  Indices out_;
  VectorXd copies_;
  MatrixXd among_;
  MatrixXd of_others_;
  MatrixXd directions_;
};

/// Units, and how often they are chosen.
struct Chosen {
  Indices units;
  VectorXd shares;
};

/// The equilibrium of largest entropy, of at least one unit.
Chosen solve(const MatrixXd& payoffs, const VectorXd& copies,
             const std::function<bool()>& stopped) {
  const Index n = payoffs.rows();
  const double largest = payoffs.cwiseAbs().maxCoeff();
  const MatrixXd scaled = largest > 0 ? MatrixXd(payoffs / largest) : payoffs;
  CentralPath path(scaled);
  constexpr int most_steps = 100;
  constexpr double near = 1e-8;
  constexpr double least_gap = 1e-20;
  Indices last;
  for (int step = 0;; ++step, path.advance()) {
    const bool at_end = step == most_steps || path.gap() < least_gap || (stopped && stopped());
    if (!at_end && !(path.gap() < near)) continue;
    Chosen chosen;
    Indices out;
    for (Index i = 0; i < n; ++i) {
      (path.shares()[i] > path.losses()[i] ? chosen.units : out).push_back(i);
    }
    chosen.shares = path.shares()(chosen.units);
    // Who is in and who is out is sure when there is an equilibrium that says so, clearer than
    // rounding could.
    constexpr double clear = 1e-12;
    if (chosen.units != last) {
      last = chosen.units;
      Face face(scaled, copies, chosen.units, std::move(out));
      if (const auto inside = face.inside(chosen.shares, clear)) {
        chosen.shares = face.of_largest_entropy(*inside, stopped);
        return chosen;
      }
    }
    if (!at_end) continue;
    // Those who are about even with what is chosen differ by so little among themselves that it
    // must be looked at by itself.
    constexpr double close = 1e-5;
    Indices few, others;
    for (Index i = 0; i < n; ++i) {
      const bool may_be_in = path.shares()[i] > path.losses()[i] || path.losses()[i] < close;
      (may_be_in ? few : others).push_back(i);
    }
    if (others.empty() || (stopped && stopped())) return chosen;
    Chosen of_few = solve(scaled(few, few), copies(few), stopped);
    for (Index& unit : of_few.units) unit = few[static_cast<std::size_t>(unit)];
    const bool holds = (scaled(others, of_few.units) * of_few.shares).maxCoeff() <= 0;
    return holds ? of_few : chosen;
  }
}

VectorXd softmax(const VectorXd& x) {
  const VectorXd weights = (x.array() - x.maxCoeff()).exp();
  return weights / weights.sum();
}

}  // namespace

Equilibrium solve_erring(const MatrixXd& odds, double noise, const std::function<bool()>& stopped) {
  const MatrixXd payoffs = odds.array() - 0.5;
  VectorXd x = VectorXd::Zero(odds.rows());
  // From much noise down to what there is, so that each step begins near its end.
  for (double now = std::max(noise, 0.25);; now = std::max(noise, now / 2)) {
    const auto off = [&](const VectorXd& at) { return VectorXd(at - payoffs * softmax(at) / now); };
    constexpr double close = 1e-13;
    constexpr int most_steps = 100;
    VectorXd error = off(x);
    for (int step = 0; step < most_steps && error.norm() > close * (1 + x.norm()); ++step) {
      if (stopped && stopped()) break;
      const VectorXd p = softmax(x);
      const MatrixXd turns = (payoffs * p.asDiagonal() - payoffs * p * p.transpose()) / now;
      const VectorXd way =
          (MatrixXd::Identity(x.size(), x.size()) - turns).partialPivLu().solve(error);
      double share = 1;
      while (share > 1e-6 && off(x - share * way).norm() >= error.norm()) share /= 2;
      x -= share * way;
      error = off(x);
    }
    if (now == noise) break;
  }
  Equilibrium found;
  found.shares = softmax(x);
  found.is_in_some.assign(static_cast<std::size_t>(odds.rows()), true);
  found.odds = odds * found.shares;
  found.exploitability = std::max(0.0, found.odds.maxCoeff() - 0.5);
  return found;
}

Equilibrium solve_choosing(const MatrixXd& odds, const std::function<bool()>& stopped,
                           const std::vector<double>& copies) {
  VectorXd counts = VectorXd::Ones(odds.rows());
  for (std::size_t i = 0; i < copies.size(); ++i) counts[static_cast<Index>(i)] = copies[i];
  const Chosen chosen = solve(payoffs_of(odds), counts, stopped);
  Equilibrium found;
  found.shares = VectorXd::Zero(odds.rows());
  found.shares(chosen.units) = chosen.shares / chosen.shares.sum();
  found.is_in_some.assign(static_cast<std::size_t>(odds.rows()), false);
  for (const Index unit : chosen.units) found.is_in_some[static_cast<std::size_t>(unit)] = true;
  found.odds = odds * found.shares;
  found.exploitability = std::max(0.0, found.odds.maxCoeff() - 0.5);
  return found;
}

Equilibrium solve_choosing(const Contest& contest, const std::vector<std::size_t>& numbers,
                           const std::function<bool()>& stopped,
                           const std::vector<double>& copies) {
  const auto n = static_cast<Index>(numbers.size());
  MatrixXd odds = MatrixXd::Constant(n, n, 0.5);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) {
      odds(i, j) =
          contest.odds(numbers[static_cast<std::size_t>(i)], numbers[static_cast<std::size_t>(j)])
              .of_beating.value;
      odds(j, i) = 1 - odds(i, j);
    }
  }
  return solve_choosing(odds, stopped, copies);
}

}  // namespace warodds
