// The page: what is asked above, what is answered below.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { System, Unit } from "./fields";
import type { BattleAnswer, ExplainAnswer, FightAnswer, MatrixAnswer, QuantityRow, RankingAnswer, RosterValueAnswer, SequenceAnswer, SolveAnswer, SweepAnswer, ValueAnswer } from "./json";
import type { Library } from "./library";
import { AnswerFrame } from "./parts/answer_frame";
import { copy } from "./parts/files";
import { EngineChoice, Options, rangeFor, varied } from "./parts/options";
import { Opponents } from "./parts/opponents";
import { RosterPanel } from "./parts/roster_panel";
import { Situation } from "./parts/situation";
import { StepsForm } from "./parts/steps_form";
import { UnitCard } from "./parts/unit_card";
import { useAnswer } from "./parts/use_answer";
import { keep, type Roster } from "./rosters";
import { addressOf, asksRoster, BadLink, questionOf, questionOfAddress, type State, stateOf, viewOf, views } from "./state";
import { BattleView } from "./views/battle";
import { ExplainView } from "./views/explain";
import { FightView } from "./views/fight";
import { MatrixView, RankingView } from "./views/matrix";
import { SequenceView } from "./views/sequence";
import { SolveView } from "./views/solve";
import { SweepView, type TuneAnswer, TuneView } from "./views/sweep";
import { RosterValueView, ValueView } from "./views/value";

/// What the library says of a system besides its fields.
export interface Facts {
  system: System;
  lone: Set<string>; // fields that a unit with groups cannot have
  used: Record<string, Set<string>>; // keys of the situation, by command
  quantities: QuantityRow[];
  payoffs: string[];
}

export interface Start {
  library: Library;
  version: string;
  facts: Facts[];
  rosters: Roster[];
  state: State;
  complaint: string;
}

/// The keys of the situation that a view's question may set.
function situationOf(facts: Facts, state: State) {
  const show = state.options.show;
  const named = state.command === "tune" ? Object.keys((state.options.target as object) ?? {}).join() : Array.isArray(show) ? show.join() : String(show ?? "");
  const ofBattles = /win|lose|draw|odds|rounds|survivors|undecided|both_destroyed/.test(named) || (named === "" && asksRoster(state) && state.command === "value");
  const battles = state.command === "battle" || state.options.battle === true || state.options.ranking === true || ofBattles;
  const used = facts.used[state.command === "solve" || state.command === "sequence" ? state.command : battles ? "battle" : "fight"];
  const fields = facts.system.situation.filter((field) => used.has(field.name) || state.situation[field.name] !== undefined);
  // What is said of the attack back has the same meaning there.
  const ofReply = facts.system.situation
    .map((field) => ({ ...field, name: `reply.${field.name}`, meaning: `in the attack back: ${field.meaning}` }))
    .filter((field) => state.situation[field.name] !== undefined);
  return [...fields, ...ofReply];
}

/// Options that a view cannot do without.
function withOptions(state: State, facts: Facts): State {
  const options = { ...state.options };
  if ((state.command === "sweep" || state.command === "tune") && varied(state)[0] === "") {
    const key = `attacker.${facts.system.unit.find((field) => state.attacker[field.name] !== undefined)?.name ?? facts.system.unit[0].name}`;
    options.vary = { [key]: rangeFor(facts.system, state, key) };
  }
  if (state.command === "tune" && options.target === undefined) options.target = { win: 0.5 };
  return { ...state, options };
}

export function App(start: Start) {
  const { library, facts } = start;
  const [state, setState] = useState(start.state);
  const [rosters, setRosters] = useState(start.rosters);
  const [complaint, complain] = useState(start.complaint);
  const [told, tell] = useState("");
  const optionsOf = useRef<Record<string, Record<string, unknown>>>({});
  const systems = useMemo(() => facts.map((one) => one.system), [facts]);
  const own = facts.find((one) => one.system.name === state.system)!;
  const view = viewOf(state.command);
  const meetsRoster = view.meetsRosters && state.against !== undefined;
  const question = useMemo(() => questionOf(state), [state]);
  const asked = useAnswer<unknown>(library, question);

  const update = (changes: Partial<State>) => {
    complain("");
    tell("");
    setState((before) => ({ ...before, ...changes }));
  };
  const go = (command: string) => {
    optionsOf.current[state.command] = state.options;
    const next = { ...state, command, options: optionsOf.current[command] ?? (command === "matrix" ? { battle: true } : {}) };
    update(withOptions(next, own));
  };
  const unitsOf = (system: string) => rosters.find((roster) => roster.system === system)?.units ?? [];
  const useUnits = (system: string, units: Unit[]) => {
    const changed = system !== state.system;
    if (changed) optionsOf.current = {};
    const next: State = {
      ...state,
      system,
      roster: units,
      attacker: units[0],
      defender: units[1] ?? units[0],
      by: [units[0], units[2] ?? units[0]].map((unit) => ({ unit, situation: {} })),
      against: changed ? undefined : state.against,
      situation: changed ? {} : state.situation,
      options: changed ? (state.command === "matrix" ? { battle: true } : {}) : state.options,
    };
    update(withOptions(next, facts.find((one) => one.system.name === system)!));
  };
  const setOptions = (options: Record<string, unknown>) => update({ options: { ...state.options, ...options } });
  const setAll = (next: Roster[]) => {
    setRosters(next);
    return keep(next);
  };
  const keepUnit = (unit: Unit) => {
    const name = "My units";
    const mine = rosters.find((roster) => roster.name === name && roster.system === state.system);
    const units = [...(mine?.units ?? []).filter((one) => one.name !== unit.name), unit];
    setAll([...rosters.filter((roster) => roster !== mine), { name, system: state.system, units }]);
  };

  // On a phone the tabs are wider than the screen.
  useEffect(() => document.querySelector("nav [aria-current]")?.scrollIntoView({ inline: "nearest", block: "nearest" }), [state.command]);

  // The address follows the question; a new address is a new question.
  useEffect(() => {
    const address = addressOf(question);
    if (location.hash !== address) history.replaceState(null, "", address);
  }, [question]);
  useEffect(() => {
    const open = () => {
      try {
        const other = questionOfAddress(location.hash);
        if (!other || addressOf(other) === addressOf(question)) return;
        const next = stateOf(other, state, systems);
        if (next.system !== state.system && other.units === undefined) next.roster = unitsOf(next.system);
        update(next);
      } catch (problem) {
        complain(problem instanceof BadLink ? `This link cannot be opened: ${problem.message}.` : String(problem));
      }
    };
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  });

  const card = (id: "attacker" | "defender", role: string) => (
    <UnitCard id={id} role={role} system={own.system} lone={own.lone} unit={state[id]} rosters={rosters}
      choose={(unit) => update({ [id]: unit })} keep={() => keepUnit(state[id])} />
  );
  return (
    <>
      <header>
        <h1>warodds</h1>
        <label for="system" class="unseen">
          Combat system
        </label>
        <select id="system" value={state.system} onChange={(event) => useUnits(event.currentTarget.value, unitsOf(event.currentTarget.value))}>
          {systems.map((system) => (
            <option key={system.name} value={system.name}>
              {system.title}
            </option>
          ))}
        </select>
        <button type="button" onClick={async () => tell((await copy(location.href)) ? "The link is on the clipboard." : "This browser lets no page copy; take the link from its address line.")}>
          <span class="unseen">Copy </span>link
        </button>
        <span role="status" class="told">{told}</span>
      </header>
      <nav aria-label="Questions">
        {views.map((one) => (
          <button type="button" key={one.command} aria-current={one.command === state.command ? "page" : undefined} onClick={() => go(one.command)}>
            {one.title}
          </button>
        ))}
      </nav>
      <main>
        <h2 class="unseen">{view.title}</h2>
        {complaint && (
          <p class="error" role="alert">
            {complaint}
          </p>
        )}
        <div class="asks">
          {state.command === "value" && (
            <span class="option">
              <input id="option-every" type="checkbox" checked={state.everyUnit === true} onChange={(event) => update({ everyUnit: event.currentTarget.checked })} />
              <label for="option-every">of every unit of the roster in use</label>
            </span>
          )}
          {view.of === "units" && !asksRoster(state) && card("attacker", "Attacker")}
          {view.of === "units" && !asksRoster(state) && !meetsRoster && (
            <>
              {/* between the two, and not in the way of them */}
              <button type="button" class="swap" aria-label="Swap attacker and defender" onClick={() => update({ attacker: state.defender, defender: state.attacker })}>
                ⇅
              </button>
              {card("defender", "Defender")}
            </>
          )}
          {view.of === "sequence" && (
            <>
              {card("defender", "Target")}
              <StepsForm system={own.system} lone={own.lone} rosters={rosters} fields={situationOf(own, state)} steps={state.by} first={state.attacker}
                change={(by) => update({ by })} />
            </>
          )}
          {view.meetsRosters && (
            <Opponents rosters={rosters.filter((roster) => roster.system === state.system)} against={state.against}
              alone={asksRoster(state) ? "each other" : "the defender"} choose={(against) => update({ against })} />
          )}
          <Situation fields={situationOf(own, state)} situation={state.situation} change={(situation) => update({ situation })} />
          <Options system={own.system} state={state} quantities={own.quantities} payoffs={own.payoffs} canPlayBest={own.payoffs.includes("win")}
            change={setOptions} />
        </div>
        <AnswerFrame asked={asked}>
          {(answer) => <Answer key={state.command} command={state.command} answer={answer} state={state} open={(changes) => update(changes)} />}
        </AnswerFrame>
        <div class="more">
          {(state.command === "fight" || state.command === "battle") && <EngineChoice state={state} change={setOptions} />}
          <RosterPanel library={library} systems={systems} system={own.system} rosters={rosters} current={state.roster} change={setAll} use={useUnits} />
        </div>
      </main>
      <footer>
        <p>
          warodds {start.version}. Everything is worked out in this page: nothing is sent anywhere, no cookie is set.
        </p>
        <details>
          <summary>Licences</summary>
          <pre tabIndex={0}>{document.getElementById("licences")!.textContent}</pre>
        </details>
      </footer>
    </>
  );
}

function Answer({ command, answer, state, open }: { command: string; answer: unknown; state: State; open: (changes: Partial<State>) => void }) {
  switch (command) {
    case "fight":
      return <FightView answer={answer as FightAnswer} />;
    case "battle":
      return <BattleView answer={answer as BattleAnswer} />;
    case "solve":
      return <SolveView answer={answer as SolveAnswer} />;
    case "explain":
      return <ExplainView answer={answer as ExplainAnswer} />;
    case "sequence":
      return <SequenceView answer={answer as SequenceAnswer} />;
    case "sweep":
      return <SweepView answer={answer as SweepAnswer} />;
    case "tune":
      return <TuneView answer={answer as TuneAnswer} />;
    case "value":
      return "units" in (answer as object) ? <RosterValueView answer={answer as RosterValueAnswer} /> : <ValueView answer={answer as ValueAnswer} />;
    default:
      return "matrix" in (answer as object) ? (
        <MatrixView answer={answer as MatrixAnswer}
          open={(row, column) => {
            const [attacker, defender] = [state.roster[row], (state.against ?? state.roster)[column]];
            if (attacker && defender) open({ command: state.options.battle === true ? "battle" : "fight", attacker, defender, options: {} });
          }} />
      ) : (
        <RankingView answer={answer as RankingAnswer} />
      );
  }
}
