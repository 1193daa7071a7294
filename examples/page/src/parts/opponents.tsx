// Whom the designers' tables put a unit against: the other unit, or all of a roster.
import type { Unit } from "../fields";
import type { Roster } from "../rosters";

interface Props {
  rosters: Roster[]; // of the system
  against: Unit[] | undefined;
  alone: string; // what stands where there is no roster: "the defender"
  choose: (against: Unit[] | undefined) => void;
}

const same = (a: Unit[], b: Unit[]) => JSON.stringify(a) === JSON.stringify(b);

export function Opponents({ rosters, against, alone, choose }: Props) {
  const chosen = against ? rosters.findIndex((roster) => same(roster.units, against)) : undefined;
  return (
    <span class="option">
      <label for="option-against">against</label>
      <select id="option-against" value={chosen === undefined ? "" : String(chosen)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          choose(value === "" ? undefined : rosters[Number(value)]?.units);
        }}>
        <option value="">{alone}</option>
        {rosters.map((roster, i) => (
          <option key={i} value={String(i)}>
            every unit of {roster.name}
          </option>
        ))}
        {chosen === -1 && <option value="-1">{against!.length} other units</option>}
      </select>
    </span>
  );
}
