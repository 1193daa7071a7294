// What can be said about a question besides units and situation, view by view.
import { changedFields, groupsOf, isFlag, isWhole, type System, type Unit } from "../fields";
import type { QuantityRow } from "../json";
import { hasLaw, inWords, type Names } from "../names";
import { asksRoster, isArmy, sides, type State, viewOf } from "../state";
import { ArmyOrders } from "./choices";
import { Entry } from "./entry";

interface Props {
  system: System;
  state: State;
  names: Names;
  quantities: QuantityRow[];
  payoffs: string[];
  change: (options: Record<string, unknown>) => void;
}

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/// Quantities of fights and battles that say no number, each once.
function namesOf(quantities: QuantityRow[]): string[] {
  const names = quantities
    .filter((row) => row.of !== "sequences" && !row.name.includes("["))
    .flatMap((row) => (hasLaw(row) ? [`${row.name}.mean`, `${row.name}.sd`] : [row.name]))
    .flatMap((name) => (name.startsWith("SIDE") ? ["attacker", "defender"].map((side) => name.replace("SIDE", side)) : [name]));
  return [...new Set(names)];
}

const wholeOrNone = (text: string) => (text === "" || isWhole(text) ? undefined : "a whole number, or nothing");
const pointsOrNone = (text: string) => (text === "" || (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) ? undefined : "a number above 0, or nothing");

interface NumberProps {
  id: string;
  label: string;
  placeholder: string; // what holds where nothing is typed
  value: unknown;
  check: (text: string) => string | undefined;
  set: (value: number | undefined) => void;
}

function NumberOption({ id, label, placeholder, value, check, set }: NumberProps) {
  return (
    <span class="option">
      <label for={id}>{label}</label>
      <Entry id={id} label={label} inputMode="decimal" maxLength={12} placeholder={placeholder} value={textOf(value)} check={check} set={(text) => set(text === "" ? undefined : Number(text))} />
    </span>
  );
}

const Rounds = ({ state, change }: Pick<Props, "state" | "change">) => (
  <NumberOption id="option-rounds" label="at most so many rounds" placeholder="to the end" value={state.options.rounds} check={wholeOrNone} set={(rounds) => change({ rounds })} />
);

/// Points that each side is bought for, where units have a price.
const Budget = ({ state, change }: Pick<Props, "state" | "change">) => (
  <NumberOption id="option-budget" label="each side bought for points" placeholder="as they are" value={state.options.budget} check={pointsOrNone} set={(budget) => change({ budget })} />
);

/// How numbers become whole that a budget pays for, where that can be said.
const Buying = ({ state, change }: Pick<Props, "state" | "change">) => (
  <span class="option">
    <label for="option-buy">bought</label>
    <select id="option-buy" value={textOf(state.options.buy) || "mixed"} onChange={(event) => change({ buy: event.currentTarget.value === "whole" ? "whole" : undefined })}>
      <option value="mixed">in one of two numbers, to spend just that</option>
      <option value="whole">in the nearest whole number</option>
    </select>
  </span>
);

const isPriced = (unit: Unit) => Number(unit.points ?? 0) > 0;

/// Whether a budget can be said: somebody has a price, and the question is about battles.
function takesBudget(state: State): boolean {
  if (state.options.budget !== undefined) return viewOf(state.command).options.includes("budget");
  const asked = asksRoster(state) ? state.roster : [state.attacker, ...(state.against ?? [state.defender])];
  return viewOf(state.command).options.includes("budget") && asked.every(isPriced);
}

export function EngineChoice({ state, change }: Pick<Props, "state" | "change">) {
  return (
    <>
      <span class="option">
        <label for="option-engine">answered by</label>
        <select id="option-engine" value={textOf(state.options.engine) || "auto"}
          onChange={(event) => {
            const engine = event.currentTarget.value;
            change(engine === "sim" ? { engine } : { engine: engine === "auto" ? undefined : engine, trials: undefined, seed: undefined });
          }}>
          <option value="auto">exact, or dice if that is long</option>
          <option value="exact">exact laws of the dice</option>
          <option value="sim">rolling dice</option>
        </select>
      </span>
      {state.options.engine === "sim" && (
        <NumberOption id="option-trials" label="trials" placeholder="1000000" value={state.options.trials} check={wholeOrNone} set={(trials) => change({ trials })} />
      )}
    </>
  );
}

/// Keys that a sweep can vary: the stats of both sides, and the situation.
function keysOf(system: System, state: State): string[] {
  const stats = (side: "attacker" | "defender", unit: Unit) => {
    const groups = groupsOf(system, unit);
    const own = groups.length > 0 ? changedFields(system.unit, unit) : system.unit;
    const others = system.unit.filter((field) => !own.includes(field) && !system.group.some((one) => one.name === field.name));
    return [
      ...[...own, ...others].map((field) => `${side}.${field.name}`),
      ...groups.flatMap((group) => system.group.filter((field) => field.name !== "name").map((field) => `${side}.${String(group.name)}.${field.name}`)),
    ];
  };
  return [...stats("attacker", state.attacker), ...stats("defender", state.defender), ...system.situation.filter((field) => !field.isText).map((field) => field.name)];
}

/// Where a key's sweep begins and ends: around what it is.
export function rangeFor(system: System, state: State, key: string): string {
  const parts = key.split(".");
  const side = parts[0] === "attacker" || parts[0] === "defender" ? parts[0] : undefined;
  const name = side ? parts.slice(1).join(".") : key;
  const unit = side ? state[side] : undefined;
  const group = unit && groupsOf(system, unit).find((one) => name.startsWith(`${String(one.name)}.`));
  const plain = group ? name.slice(String(group.name).length + 1) : name;
  const field = (group ? system.group : side ? system.unit : system.situation).find((one) => one.name === plain);
  if (!field) return "1..6";
  if (isFlag(field) || field.least === undefined) return field.words.join(",");
  const now = Number((group ?? unit ?? state.situation)[plain] ?? field.default);
  const at = Number.isFinite(now) ? now : field.least;
  const least = Math.max(field.least, at - 4);
  return `${least}..${Math.min(field.most!, least + 8)}`;
}

/// The one key and range of "vary".
export function varied(state: State): [string, string] {
  const vary = state.options.vary;
  const first = vary && typeof vary === "object" && !Array.isArray(vary) ? Object.entries(vary)[0] : undefined;
  return first ? [first[0], String(first[1])] : ["", ""];
}

function Vary({ system, state, names, change }: Props) {
  const keys = keysOf(system, state);
  const [key, range] = varied(state);
  return (
    <>
      <span class="option">
        <label for="option-key">change</label>
        <select id="option-key" value={key} onChange={(event) => change({ vary: { [event.currentTarget.value]: rangeFor(system, state, event.currentTarget.value) } })}>
          {!keys.includes(key) && <option value={key}>{key || "choose …"}</option>}
          {keys.map((one) => (
            <option key={one} value={one}>
              {one.replace(/^attacker\./, `${names[0]}: `).replace(/^defender\./, `${names[1]}: `)}
            </option>
          ))}
        </select>
      </span>
      <span class="option">
        <label for="option-range">from..to, or a list</label>
        <Entry id="option-range" label="range" value={range} check={(text) => (text === "" ? "1..6, or 1,3,5" : undefined)} set={(text) => change({ vary: { [key]: text } })} />
      </span>
    </>
  );
}

function Show({ state, names: sideNames, quantities, change, several }: Props & { several: boolean }) {
  const names = namesOf(quantities);
  const shown = Array.isArray(state.options.show) ? state.options.show.map(String) : state.options.show ? String(state.options.show).split(",") : [];
  const set = (next: string[]) => change({ show: next.length > 0 ? next : undefined });
  return (
    <span class="option">
      <label for="option-show">{several && shown.length > 0 ? "and show" : "show"}</label>
      <select id="option-show" value="" onChange={(event) => {
          const name = event.currentTarget.value;
          event.currentTarget.value = "";
          if (name) set(several ? [...shown.filter((one) => one !== name), name] : [name]);
        }}>
        <option value="">{shown.length > 0 ? "another quantity …" : "damage and odds"}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {inWords(name, sideNames, quantities)}
          </option>
        ))}
      </select>
      {shown.map((one) => (
        <button type="button" class="chip" key={one} aria-label={`no longer show ${inWords(one, sideNames, quantities)}`} onClick={() => set(shown.filter((other) => other !== one))}>
          {inWords(one, sideNames, quantities)} ×
        </button>
      ))}
    </span>
  );
}

function Target(props: Props) {
  const { state, names, quantities, change } = props;
  const target = state.options.target;
  const first = target && typeof target === "object" ? Object.entries(target)[0] : undefined;
  const [quantity, wanted] = first ? [first[0], String(first[1])] : ["win", "0.5"];
  return (
    <>
      <span class="option">
        <label for="option-quantity">so that</label>
        <select id="option-quantity" value={quantity} onChange={(event) => change({ target: { [event.currentTarget.value]: wanted } })}>
          {namesOf(quantities).map((name) => (
            <option key={name} value={name}>
              {inWords(name, names, quantities)}
            </option>
          ))}
        </select>
      </span>
      <span class="option">
        <label for="option-wanted">is (odds from 0 to 1)</label>
        <Entry id="option-wanted" label="wanted" inputMode="decimal" maxLength={20} value={wanted} check={(text) => (/^-?\d+(\.\d+)?%?$/.test(text) ? undefined : "a number, or so many %")} set={(text) => change({ target: { [quantity]: text } })} />
      </span>
    </>
  );
}

function Policy({ state, names, change }: Pick<Props, "state" | "names" | "change">) {
  const policy = (typeof state.options.policy === "object" && state.options.policy !== null ? state.options.policy : {}) as Record<string, unknown>;
  return (
    <>
      {sides.map((side, i) => (
        <span class="option" key={side}>
          <input id={`best-${side}`} type="checkbox" checked={policy[side] === "best"}
            onChange={(event) => {
              const next: Record<string, unknown> = { ...policy, [side]: event.currentTarget.checked ? "best" : undefined };
              if (!next[side]) delete next[side];
              change({ policy: Object.keys(next).length > 0 ? next : undefined });
            }} />
          <label for={`best-${side}`}>{names[i]} plays best</label>
        </span>
      ))}
    </>
  );
}

export function Options(props: Props & { canPlayBest: boolean }) {
  const { state, change, payoffs, canPlayBest } = props;
  const wholeBattles = state.options.battle === true || state.options.ranking === true;
  return (
    <div class="options">
      {state.command === "matrix" && (
        <span class="option">
          <input id="option-battle" type="checkbox" checked={wholeBattles} onChange={(event) => change({ battle: event.currentTarget.checked, ranking: undefined, show: undefined })} />
          <label for="option-battle">whole battles, with a ranking</label>
        </span>
      )}
      {state.command === "matrix" && wholeBattles && (
        <span class="option">
          <input id="option-ranking" type="checkbox" checked={state.options.ranking === true} onChange={(event) => change({ battle: true, ranking: event.currentTarget.checked })} />
          <label for="option-ranking">the ranking alone</label>
        </span>
      )}
      {(state.command === "sweep" || state.command === "tune") && <Vary {...props} />}
      {state.command === "tune" && <Target {...props} />}
      {(state.command === "sweep" || state.command === "value" || (state.command === "matrix" && !wholeBattles)) && <Show {...props} several />}
      {state.command === "solve" && payoffs.length > 1 && !sides.some((side) => isArmy(state, side)) && (
        <span class="option">
          <label for="option-payoff">played for</label>
          <select id="option-payoff" value={textOf(state.options.payoff)} onChange={(event) => change({ payoff: event.currentTarget.value || undefined, rounds: undefined })}>
            {payoffs.map((payoff, i) => (
              <option key={payoff} value={i === 0 ? "" : payoff}>
                {payoff}
              </option>
            ))}
          </select>
        </span>
      )}
      {(state.command === "battle" || (state.command === "solve" && state.options.payoff === "win")) && <Rounds {...props} />}
      {takesBudget(state) && <Budget {...props} />}
      {state.options.budget !== undefined && viewOf(state.command).options.includes("buy") && <Buying {...props} />}
      {state.command === "battle" && canPlayBest && <Policy {...props} />}
      {sides.some((side) => isArmy(state, side)) && <ArmyOrders id="option" names={props.names} />}
      {state.command === "sequence" && (
        <span class="option">
          <input id="option-orders" type="checkbox" checked={state.options.orders === true} onChange={(event) => change({ orders: event.currentTarget.checked })} />
          <label for="option-orders">compare every order</label>
        </span>
      )}
    </div>
  );
}
