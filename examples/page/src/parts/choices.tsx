// Choices that the rules leave to the players, above the answer that assumes them: each a tap from another.
import { type Field, groupsOf, printed, type Unit, valueOf } from "../fields";
import type { AssumedPlay } from "../json";
import type { Names } from "../names";
import { isArmy, sides, type SideName, type State } from "../state";
import { type Facts, type Order, usePage } from "./page";

interface Choosing {
  key: string;
  field: Field;
  side: SideName;
  isOfUnit: boolean;
}

const isReply = (key: string) => key.startsWith("reply.");

/// Keys with the side whose choice it is: what the answer assumes, and what has been chosen of it.
function choicesIn(facts: Facts, state: State, assumed: AssumedPlay | undefined): Choosing[] {
  const { system } = facts;
  return sides.flatMap((side) => {
    const open = Object.keys(assumed?.keys?.[side] ?? {});
    const chosen = [...(facts.choices[state.command] ?? [])].filter(([key, whose]) => whose === side && state.situation[key] !== undefined).map(([key]) => key);
    return [...new Set([...open, ...chosen])].flatMap((key): Choosing[] => {
      const plain = key.replace(/^reply\./, "");
      const field = system.situation.find((one) => one.name === plain);
      if (field) return [{ key, field, side, isOfUnit: false }];
      const ofUnit = state.command !== "sequence" && !isArmy(state, side) ? system.unit.find((one) => one.name === plain) : undefined;
      return ofUnit ? [{ key, field: ofUnit, side, isOfUnit: true }] : [];
    });
  });
}

/// The names of a side's attacks: what a text that chooses among them can be.
const attacksOf = (facts: Facts, state: State, side: SideName) => groupsOf(facts.system, state[side]).map((group) => String(group.name ?? ""));

interface Open {
  options: string[];
  now: string;
  isSet: boolean;
  usual?: string; // as it is where nothing is set; of the attack back, as the attack is
}

/// What can be chosen, and what is. `known`: the situation of the answer.
function openIn(facts: Facts, state: State, known: Record<string, unknown>, { key, field, side, isOfUnit }: Choosing): Open {
  const set = isOfUnit ? state[side][key] : state.situation[key];
  const isSet = set !== undefined;
  const now = printed(set ?? known[key] ?? field.default);
  const usual = isReply(key) ? undefined : field.default;
  if (field.isText) {
    const options = attacksOf(facts, state, side);
    return { options, now: now || options[0], isSet, usual: isReply(key) ? undefined : options[0] };
  }
  const options = isOfUnit ? [field.default, ...field.words] : field.words;
  return { options: options.includes(now) ? options : [...options, now], now, isSet, usual };
}

interface Props {
  assumed?: AssumedPlay;
  situation: Record<string, unknown>;
  names: Names;
}

export function Choices({ assumed, situation, names }: Props) {
  const { facts, state, set } = usePage();
  const all = choicesIn(facts, state, assumed);
  if (all.length === 0) return null;
  const choose = ({ key, side, isOfUnit }: Choosing, value: string | undefined) =>
    set((before) => {
      const changed = (of: Record<string, unknown>, as: unknown) => {
        const { [key]: _, ...rest } = of;
        return value === undefined ? rest : { ...rest, [key]: as };
      };
      return isOfUnit ? { ...before, [side]: changed(before[side], value && valueOf(value)) as Unit } : { ...before, situation: changed(before.situation, value) as State["situation"] };
    });
  return (
    <div class="choices">
      {all.map((one) => {
        const { options, now, isSet, usual } = openIn(facts, state, situation, one);
        const what = `${names[sides.indexOf(one.side)]}: ${one.key.replace(/^reply\./, "").replace(/^(attacker|defender)-/, "").replaceAll("-", " ")}${isReply(one.key) ? " in the attack back" : ""}`;
        return (
          <div class="choice" role="group" aria-label={what} key={one.key}>
            <span class="what">{what}</span>
            {options.map((option) => (
              <button type="button" key={option} aria-pressed={option === now} onClick={() => choose(one, option === usual || (isSet && option === now) ? undefined : option)}>
                {option}
              </button>
            ))}
          </div>
        );
      })}
    </div>
  );
}

const saidOrders: Record<Order, string> = { targets: "attacks", activate: "acts first with" };

/// Whom the units of both sides attack, and which of them acts first. `id`: where it stands.
export function ArmyOrders({ id, names }: { id: string; names: Names }) {
  const { facts, state, change } = usePage();
  return (
    <>
      {sides.flatMap((side, i) =>
        (Object.keys(saidOrders) as Order[]).map((order) => {
          const all = state.options[order];
          const now = (typeof all === "object" && all !== null ? all : {}) as Record<string, unknown>;
          const own = `${id}-${order}-${side}`;
          return (
            <span class="option" key={own}>
              <label for={own}>
                {names[i]} {saidOrders[order]}
              </label>
              <select id={own} value={typeof now[side] === "string" ? String(now[side]) : facts.orders[order][0]} onChange={(event) => change({ [order]: { ...now, [side]: event.currentTarget.value } })}>
                {facts.orders[order].map((word) => (
                  <option key={word} value={word}>
                    {word === "listed" ? "as listed" : word}
                  </option>
                ))}
              </select>
            </span>
          );
        }),
      )}
    </>
  );
}
