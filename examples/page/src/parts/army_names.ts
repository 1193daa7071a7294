// A side of several units is called by the name of its army, where the page knows an army of just these units.
import type { Side } from "../json";
import { membersOfArmy, type Roster } from "../rosters";
import { type Member, type SideName, sides } from "../state";
import { isChanged } from "./pinned_units";

interface Army {
  name: string;
  members: Member[];
}

const each = (members: Member[]) => members.flatMap((member) => Array<Member>(member.count).fill(member));
const same = (one: Member, other: Member) => !isChanged(one.unit, other.unit) && JSON.stringify(one.situation) === JSON.stringify(other.situation);

export const armiesIn = (rosters: Roster[]): Army[] =>
  rosters.flatMap(({ units, armies = [] }) => armies.map((army) => ({ name: army.name, members: each(membersOfArmy(units, army)) })));

export function armyOf(members: Member[], armies: Army[]): string | undefined {
  const all = each(members);
  return all.length < 2 ? undefined : armies.find((army) => army.members.length === all.length && all.every((one, i) => same(one, army.members[i])))?.name;
}

type Sided = { attacker?: Side; defender?: Side };

/// The answer, its sides called by these names.
export function withNames<Answer extends Sided>(answer: Answer, names: Record<SideName, string | undefined>): Answer {
  const called = sides.filter((side) => names[side] !== undefined && answer[side]?.units !== undefined);
  return called.length === 0 ? answer : { ...answer, ...Object.fromEntries(called.map((side) => [side, { ...answer[side], army: names[side] }])) };
}
