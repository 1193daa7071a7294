// A rule written like those of core/systems; with a verb, or with arithmetic, that the vocabulary
// has not: tests/CMakeLists.txt makes sure that this does not compile.
#include "core/rules/chance.h"
#include "core/rules/fight.h"

namespace warodds {

struct NewSystem {
  struct Fight : FightFacts {
    int dice = 0;
    Target hit;
  };

  template <Chance C>
  static void attack(C& chance, const Fight& fight, const Stage<C, Fight>&,
                     Exchange<typename C::Count>& exchange) {
    auto hits = chance.successes(fight.dice, fight.hit);
#ifdef WITH_explode
    hits = chance.explode(hits, fight.hit);
#endif
#ifdef WITH_operator
    hits = hits - 1;
#endif
    exchange.damage.attacker = minus(hits, 1);
  }

  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight&) {
    return {{{attack<C>}}};
  }
};

template std::vector<Track<Vocabulary, NewSystem::Fight>> NewSystem::tracks<Vocabulary>(
    const Fight&);

}  // namespace warodds
