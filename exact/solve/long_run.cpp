#include "exact/solve/long_run.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "exact/solve/coming_back.h"

namespace warodds::exact {

std::optional<LongRun> LongRun::of(const Population& battles, std::size_t most_nodes,
                                   const Round& round) {
  std::map<Key, std::uint32_t> found;
  std::vector<Graph::Place> places;
  const auto find = [&](const Graph::Place& place) {
    const auto [known, is_new] =
        found.try_emplace(key(place), static_cast<std::uint32_t>(places.size()));
    if (is_new) places.push_back(place);
    return known->second;
  };
  for (const auto& [place, p] : battles) {
    find(place);
    if (places.size() > most_nodes) return std::nullopt;
  }
  std::vector<ChainStep> steps;
  std::map<std::uint32_t, BattleEnd> how;  // of those that are ends
  for (std::size_t first = 0; first < places.size();) {
    if (places.size() > 2 * most_nodes || steps.size() > most_steps) return std::nullopt;
    const std::vector<Graph::Place> from(places.begin() + static_cast<std::ptrdiff_t>(first),
                                         places.end());
    for (const Led& led : round(from)) {
      const auto number = static_cast<std::uint32_t>(first + static_cast<std::size_t>(led.from));
      if (led.ends) {
        how[number] = led.how;
      } else {
        const std::uint32_t to = find(led.to);
        steps.push_back({number, to, led.p});
      }
    }
    first += from.size();
  }
  LongRun run;
  std::vector<std::uint32_t> number(places.size());
  for (std::uint32_t place = 0; place < places.size(); ++place) {
    const auto end = how.find(place);
    if (end == how.end()) {
      number[place] = static_cast<std::uint32_t>(run.nodes_.size());
      run.numbers_[key(places[place])] = number[place];
      run.nodes_.push_back(places[place]);
    } else {
      number[place] = static_cast<std::uint32_t>(run.ends_.size());
      run.finals_[key(places[place])] = number[place];
      run.ends_.push_back({places[place], end->second});
    }
  }
  if (run.nodes_.size() > most_nodes) return std::nullopt;
  for (const ChainStep& step : steps) {
    (how.contains(step.to) ? run.endings_ : run.steps_)
        .push_back({number[step.from], number[step.to], step.p});
  }
  return run;
}

std::vector<double> LongRun::exits() const {
  std::vector<double> exits(nodes_.size(), 0.0);
  for (const ChainStep& end : endings_) exits[end.from] += end.p;
  return exits;
}

std::vector<double> LongRun::start(const Population& battles) const {
  std::vector<double> start(nodes_.size(), 0.0);
  for (const auto& [place, p] : battles) {
    const auto node = numbers_.find(key(place));
    if (node != numbers_.end()) start[node->second] += p;
  }
  return start;
}

Tail LongRun::tail(const Population& battles, int done, int last) const {
  std::vector<double> start = this->start(battles);
  const MeanSteps of_nodes = mean_steps(exits(), steps_);
  const auto sum = [](const std::vector<double>& p, const std::vector<double>& of) {
    return std::inner_product(p.begin(), p.end(), of.begin(), 0.0);
  };
  const double mass = std::accumulate(start.begin(), start.end(), 0.0);
  double rounds = sum(start, of_nodes.mean), squares = sum(start, of_nodes.square);
  if (last > 0) {  // what goes on then is not fought
    const double fought = last - done;
    std::vector<double> then = start;
    ChainPowers(exits(), steps_).advance(then, last - done);
    rounds -= sum(then, of_nodes.mean);
    squares -= 2 * fought * sum(then, of_nodes.mean) + sum(then, of_nodes.square);
  }
  const double mean = std::max(rounds / mass, 1.0);
  return {mass, mean, std::max(squares / mass, mean * mean),
          std::make_shared<const WaitingTime>(std::move(start), exits(), steps_, done, last)};
}

void LongRun::tell_ends(const Population& battles, int done, const std::vector<int>& marks,
                        int last, const Ended& ended) const {
  // Where battles have ended they stay, behind the other nodes.
  const auto of_end = [&](std::uint32_t end) {
    return static_cast<std::uint32_t>(nodes_.size() + end);
  };
  std::vector<ChainStep> steps = steps_;
  for (const ChainStep& end : endings_) steps.push_back({end.from, of_end(end.to), end.p});
  for (std::uint32_t end = 0; end < ends_.size(); ++end) {
    steps.push_back({of_end(end), of_end(end), 1});
  }
  ChainPowers powers(std::vector<double>(nodes_.size() + ends_.size(), 0.0), steps);
  std::vector<double> now = start(battles);
  now.resize(powers.nodes(), 0.0);
  for (const auto& [place, p] : battles) {
    const auto end = finals_.find(key(place));
    if (end != finals_.end()) ended(place, ends_[end->second].how, done, p);
  }
  const auto tell = [&](int round) {
    for (std::uint32_t end = 0; end < ends_.size(); ++end) {
      double& p = now[of_end(end)];
      if (p > 0) ended(ends_[end].place, ends_[end].how, round, p);
      p = 0;
    }
  };
  const auto go_on_to = [&](int round) {
    powers.advance(now, round - done);
    done = round;
    tell(round);
  };
  for (const int mark : marks) {
    if (last > 0 && mark > last) break;
    if (mark - 1 > done) go_on_to(mark - 1);
  }
  if (last > 0) {
    if (last > done) go_on_to(last);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (now[i] > 0) ended(nodes_[i], BattleEnd::undecided, last, now[i]);
    }
    return;
  }
  // All others, however late.
  std::vector<double> visits(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(nodes_.size()));
  std::vector<std::map<std::size_t, double>> stays(nodes_.size());
  for (const ChainStep& step : steps_) stays[step.from][step.to] += step.p;
  count_coming_back(visits, exits(), std::move(stays));
  for (const ChainStep& end : endings_) now[of_end(end.to)] += visits[end.from] * end.p;
  tell(done + 1);
}

}  // namespace warodds::exact
