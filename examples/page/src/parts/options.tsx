// What can be said about a question besides units and situation, view by view.
import { changedFields, groupsOf, isFlag, type System, type Unit } from "../fields";
import type { QuantityRow } from "../json";
import { asksRoster, type State, viewOf } from "../state";

interface Props {
  system: System;
  state: State;
  quantities: QuantityRow[];
  payoffs: string[];
  change: (options: Record<string, unknown>) => void;
}

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/// Quantities that say no number: SIDE and N stand for what people choose.
function namesOf(quantities: QuantityRow[]): string[] {
  return quantities
    .filter((row) => !/N\b|\[/.test(row.name.replace("SIDE", "")))
    .flatMap((row) => (row.name.startsWith("SIDE") ? ["attacker", "defender"].map((side) => row.name.replace("SIDE", side)) : [row.name]));
}

function Rounds({ state, change }: Pick<Props, "state" | "change">) {
  return (
    <span class="option">
      <label for="option-rounds">at most so many rounds</label>
      <input id="option-rounds" type="text" inputMode="numeric" maxLength={6} autocomplete="off" placeholder="to the end" value={textOf(state.options.rounds)}
        onInput={(event) => {
          const text = event.currentTarget.value.trim();
          if (text === "" || /^\d+$/.test(text)) change({ rounds: text === "" ? undefined : Number(text) });
        }} />
    </span>
  );
}

/// Points that each side is bought for, where units have a price.
function Budget({ state, change }: Pick<Props, "state" | "change">) {
  return (
    <span class="option">
      <label for="option-budget">each side bought for points</label>
      <input id="option-budget" type="text" inputMode="decimal" maxLength={10} autocomplete="off" placeholder="as they are" value={textOf(state.options.budget)}
        onInput={(event) => {
          const text = event.currentTarget.value.trim();
          if (text === "" || Number(text) > 0) change({ budget: text === "" ? undefined : Number(text) });
        }} />
    </span>
  );
}

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
        <span class="option">
          <label for="option-trials">trials</label>
          <input id="option-trials" type="text" inputMode="numeric" maxLength={12} autocomplete="off" placeholder="1000000" value={textOf(state.options.trials)}
            onInput={(event) => {
              const text = event.currentTarget.value.trim();
              if (text === "" || /^\d+$/.test(text)) change({ trials: text === "" ? undefined : Number(text) });
            }} />
        </span>
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

function Vary({ system, state, change }: Props) {
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
              {one}
            </option>
          ))}
        </select>
      </span>
      <span class="option">
        <label for="option-range">from..to, or a list</label>
        <input id="option-range" type="text" maxLength={200} autocomplete="off" value={range} onInput={(event) => change({ vary: { [key]: event.currentTarget.value.trim() } })} />
      </span>
    </>
  );
}

function Show({ state, quantities, change, several }: Props & { several: boolean }) {
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
            {name}
          </option>
        ))}
      </select>
      {shown.map((one) => (
        <button type="button" class="chip" key={one} aria-label={`no longer show ${one}`} onClick={() => set(shown.filter((other) => other !== one))}>
          {one} ×
        </button>
      ))}
    </span>
  );
}

function Target(props: Props) {
  const { state, quantities, change } = props;
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
              {name}
            </option>
          ))}
        </select>
      </span>
      <span class="option">
        <label for="option-wanted">is (odds from 0 to 1)</label>
        <input id="option-wanted" type="text" inputMode="decimal" maxLength={20} autocomplete="off" value={wanted} onInput={(event) => change({ target: { [quantity]: event.currentTarget.value.trim() } })} />
      </span>
    </>
  );
}

function Policy({ state, change }: Pick<Props, "state" | "change">) {
  const policy = (typeof state.options.policy === "object" && state.options.policy !== null ? state.options.policy : {}) as Record<string, unknown>;
  return (
    <>
      {(["attacker", "defender"] as const).map((side) => (
        <span class="option" key={side}>
          <input id={`best-${side}`} type="checkbox" checked={policy[side] === "best"}
            onChange={(event) => {
              const next: Record<string, unknown> = { ...policy, [side]: event.currentTarget.checked ? "best" : undefined };
              if (!next[side]) delete next[side];
              change({ policy: Object.keys(next).length > 0 ? next : undefined });
            }} />
          <label for={`best-${side}`}>{side} plays best</label>
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
      {state.command === "solve" && payoffs.length > 1 && (
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
      {state.command === "battle" && canPlayBest && <Policy {...props} />}
      {state.command === "sequence" && (
        <span class="option">
          <input id="option-orders" type="checkbox" checked={state.options.orders === true} onChange={(event) => change({ orders: event.currentTarget.checked })} />
          <label for="option-orders">compare every order</label>
        </span>
      )}
    </div>
  );
}
