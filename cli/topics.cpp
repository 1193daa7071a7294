// What is to be known beyond one command.
#include <algorithm>
#include <sstream>
#include <string>

#include "cli/arguments.h"
#include "cli/options.h"

namespace warodds::cli {
namespace {

constexpr const char* of_all_examples = R"(
Examples
  warodds fight --system raiders-of-arcana figures=6 figures=9 --format json
  warodds systems magewinds --csv semicolon
)";

}  // namespace

const std::vector<Topic>& all_topics() {
  static const std::string of_all = [] {
    std::ostringstream text;
    text << described(output_options()) << of_all_examples;
    return text.str();
  }();
  static const std::vector<Topic> topics{
      {"options", "what most commands take: files, forms, the page", of_all},
      {"events", "what --given, --until, --show and --joint ask the odds of",
       R"(An event is a comparison, or several with 'and', 'or', 'not' and brackets:

  attacker.kills >= 2        a fact and a number: = != < <= > >=
  3 <= rounds                the number may come first
  attacker.kills > defender.kills
  win and rounds <= 4        what is so or not stands alone
  not (win or lose)

Facts of fights    SIDE.damage, SIDE.kills, SIDE.kills[GROUP], SIDE.hits
Facts of battles   win, lose, draw, undecided, retreated, rounds,
                   SIDE.survivors, SIDE.kills, SIDE.hit-points-left
After a round      round[2].SIDE.kills, round[2].swing: as it then stands
Of both            SIDE.destroyed: nobody of the side is left,
                   SIDE.destroys: nobody of its enemy is left
Of one of several  attacker[NAME].survivors, attacker[NAME].destroyed
Of sequences       kills, survivors, destroyed; step[2].kills, step[2].needed
With points        SIDE.points-lost, swing

SIDE is attacker or defender. --given and --until take an event, --show events
and quantities with commas, --joint two facts, --observed and --from FACT=N.
'warodds quantities SYSTEM' lists what --show takes; each system has facts of
its own besides.

Examples
  warodds fight --system raiders-of-arcana figures=6 figures=9 \
    --show "attacker.kills >= 2 and defender.kills = 0"
  warodds battle --system raiders-of-arcana figures=6 figures=5 \
    --given "rounds <= 4" --joint attacker.survivors,rounds
)"},
      {"from", "the rest of a battle, from where it stands at the table",
       R"(battle --from "FACT=NUMBER,..." begins where a game stands:

  SIDE.survivors=N           figures left of the side
  SIDE.hit-points-left=N     or its hit points
  SIDE[NAME].survivors=N     of a group of figures, or of one of several units
  rounds=N                   rounds that have been fought

What is not said is as the battle began. Rounds are counted from there on; what
is lost, who is ahead and when a side breaks still go by the whole battle.
Settings that change from round to round are those of the rounds that follow.

sweep, value, tune and matrix take it with --battle, fight for the fight that is
due, and sequence as target.survivors=N.

Examples
  warodds battle --system raiders-of-arcana figures=6 figures=9 \
    --from attacker.survivors=4,defender.survivors=7
  warodds battle --system raiders-of-arcana figures=6 figures=9 \
    --from attacker.survivors=4,rounds=1 --show win
)"},
      {"situation", "what --with sets: facing, cover, choices of both sides",
       R"(--with KEY=VALUE sets what is no stat of a unit; it may be repeated.

'warodds systems SYSTEM' lists the keys of a system with their values and
defaults. What nobody has set is played as the default says, and the answer
says what that is: "assumed: ...".

In battles
  --with reply.KEY=VALUE     of the attack back; else it follows the attack
  --with KEY=A*2,B           A in the first two rounds, then B
  UNIT with KEY=VALUE        of one of several units: "Orcs with KEY=VALUE"

Best play sets choices itself: --policy both=best, or 'warodds solve'.

Examples
  warodds fight --system magewinds power=6,precision=4 toughness=5 \
    --with cover=yes
  warodds battle --system raiders-of-arcana figures=6 figures=9 \
    --with "attacker-attack=all*2,half"
)"},
      {"sides", "who fights: units, sides of several, armies",
       R"(ATTACKER and DEFENDER (A and B) are each

  NAME                       a unit of the roster; its beginning is enough
  NAME,key=value,...         the same with changes: hp=3, arm=+1
  key=value,...              a unit without a roster (--system says of what)
  "A + B*2"                  several: battle, solve, sweep and check take them
  "A with key=value + B"     of whose attacks something is said alone
  ARMY                       the name of an [[army]] of the roster

The attacker strikes first where the rules say so. In text and in names of
quantities the first is "attacker", the second "defender"; attacker[NAME] is one
unit of a side of several. How a side of several plays is said by --targets and
--activate, in the order that it is listed unless they say otherwise.

Examples
  warodds fight --system raiders-of-arcana figures=6,arm=5 figures=9
  warodds battle --roster examples/raiders-of-arcana.toml \
    "Goblin Mob*2" "Cave Troll"
)"},
      {"settings", "what --set changes: stats of units, after loading",
       R"(--set changes a stat of units that have been loaded; it may be repeated.

  --set attacker.hp=3        of whoever attacks; of several, of all that have it
  --set defender.arm=+1      one more than it has; arm=-2 is two less
  --set fatigue=0            without a side: of both
  --set attacker.Captain.hp=4
                             of a group of the unit
  --set "attacker[Orcs].hp=2"
                             of one of several units

In tables (matrix, sweep, prices, ...) it holds for every unit on that side.
'warodds systems SYSTEM' lists the stats. A unit may also be changed where it is
named: "Goblin Mob,hp=3".

Examples
  warodds fight --system raiders-of-arcana figures=6 figures=9 \
    --set attacker.hp=3 --set arm=5
  warodds matrix --ranking --roster examples/raiders-of-arcana.toml \
    --set fatigue=0 --rounds 3
)"}};
  return topics;
}

const Topic* find_topic(std::string_view name) {
  const auto found = std::find_if(all_topics().begin(), all_topics().end(),
                                  [&](const Topic& topic) { return topic.name == name; });
  return found == all_topics().end() ? nullptr : &*found;
}

}  // namespace warodds::cli
