// A side: its unit, and in battles those beside it; or an army of a roster.
import type { ComponentChildren } from "preact";
import type { Unit } from "../fields";
import { membersOfArmy, type Roster } from "../rosters";
import type { Member, SideName, State } from "../state";
import { isArmy, membersOf, sideOf, viewOf } from "../state";
import { Entry } from "./entry";
import { usePage } from "./page";
import { Situation } from "./situation";
import { UnitCard } from "./unit_card";

interface Props {
  side: SideName;
  role: string;
  rosters: Roster[]; // of the system
  update: (next: (state: State) => State) => void;
  keep: (unit: Unit) => void;
  keepArmy: (side: SideName) => void;
  tools?: ComponentChildren;
}

const wholeNumber = (text: string) => (/^[1-9]\d{0,2}$/.test(text) ? undefined : "1 to 999");

/// Several units fight battles.
const inBattle = (state: State): State => (viewOf(state.command).takesArmies ? state : { ...state, command: "battle", options: {} });

/// Another unit, or a whole army in place of the side.
function Another({ side, rosters, update }: Omit<Props, "role" | "keep" | "keepArmy" | "tools">) {
  const units = rosters.flatMap((roster, r) => roster.units.map((unit, u) => ({ key: `unit ${r}/${u}`, roster, unit })));
  const armies = rosters.flatMap((roster, r) => (roster.armies ?? []).map((army, a) => ({ key: `army ${r}/${a}`, name: army.name, members: membersOfArmy(roster.units, army) }))).filter(({ members }) => members.length > 0);
  const choose = (key: string) => {
    const unit = units.find((one) => one.key === key)?.unit;
    const army = armies.find((one) => one.key === key);
    const added = (state: State): State => ({ ...state, others: { ...state.others, [side]: [...state.others[side], { unit, count: 1, situation: {} } as Member] } });
    if (unit) update((state) => inBattle(added(state)));
    else if (army) update((state) => inBattle(sideOf(side, army.members)(state)));
  };
  return (
    <p class="another">
      <label for={`${side}-another`} class="unseen">
        Another unit of the {side}, or an army
      </label>
      <select id={`${side}-another`} value=""
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.value = "";
          choose(value);
        }}>
        <option value="">and another unit …</option>
        {rosters.map((roster, r) => (
          <optgroup key={r} label={roster.name}>
            {units.filter((one) => one.roster === roster).map(({ key, unit }) => (
              <option key={key} value={key}>
                {unit.name}
              </option>
            ))}
          </optgroup>
        ))}
        {armies.length > 0 && (
          <optgroup label="An army instead">
            {armies.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </p>
  );
}

function Beside({ id, role, member, rosters, change, remove }: { id: string; role: string; member: Member; rosters: Roster[]; change: (member: Member) => void; remove: () => void }) {
  const { facts } = usePage();
  const fields = facts.system.situation.filter((field) => !field.holds_for && facts.used.fight.has(field.name));
  return (
    <div class="beside">
      <UnitCard id={id} role={role} system={facts.system} unit={member.unit} rosters={rosters} isFolded choose={(unit) => change({ ...member, unit })} />
      <p class="row">
        <label for={`${id}-count`}>how many</label>
        <Entry id={`${id}-count`} label="how many" inputMode="numeric" maxLength={3} value={String(member.count)} check={wholeNumber} set={(text) => change({ ...member, count: Number(text) })} />
        <button type="button" onClick={remove}>
          Remove<span class="unseen"> {member.unit.name} from the {role.toLowerCase()}</span>
        </button>
      </p>
      <Situation id={`${id}-situation`} of={`${role}: ${member.unit.name}`} names={[member.unit.name, "the enemy"]} fields={fields} situation={member.situation} change={(situation) => change({ ...member, situation })} />
    </div>
  );
}

export function SideForm({ side, role, rosters, update, keep, keepArmy, tools }: Props) {
  const { facts, state } = usePage();
  const takesArmies = viewOf(state.command).takesArmies === true;
  const setOthers = (next: Member[]) => update((before) => ({ ...before, others: { ...before.others, [side]: next } }));
  const others = takesArmies ? state.others[side] : [];
  return (
    <div class="side">
      <UnitCard id={side} role={role} tone={side} system={facts.system} unit={state[side]} rosters={rosters} keep={keep} tools={tools} choose={(unit) => update((before) => ({ ...before, [side]: unit }))} />
      {others.map((member, i) => (
        <Beside key={i} id={`${side}-${i + 2}`} role={`${role}, unit ${i + 2}`} member={member} rosters={rosters} change={(next) => setOthers(others.map((one, j) => (i === j ? next : one)))}
          remove={() => setOthers(others.filter((_, j) => i !== j))} />
      ))}
      {others.length > 0 && (
        <button type="button" onClick={() => keepArmy(side)}>
          Keep<span class="unseen"> the {side}</span> as an army
        </button>
      )}
      {(takesArmies || state.command === "fight") && <Another side={side} rosters={rosters} update={update} />}
    </div>
  );
}

/// The units of a side in a line.
export const sideInALine = (state: State, side: SideName) => (isArmy(state, side) ? membersOf(state, side) : [{ unit: state[side], count: 1 }]).map(({ unit, count }) => (count > 1 ? `${count} ${unit.name}` : unit.name)).join(" + ");
