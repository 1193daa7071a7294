// The page: what is asked above, what is answered below.
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { headline } from "./figures";
import type { Unit } from "./fields";
import type { FightAnswer } from "./json";
import type { Library } from "./library";
import type { Names } from "./names";
import { AnswerFrame } from "./parts/answer_frame";
import { armiesIn, armyOf, withNames } from "./parts/army_names";
import { Faults } from "./parts/entry";
import { Header } from "./parts/header";
import { useKept } from "./parts/kept";
import { LuckLog } from "./parts/luck_log";
import { EngineChoice, Options, rangeFor, varied } from "./parts/options";
import { Opponents } from "./parts/opponents";
import { OutcomeOptions } from "./parts/outcome_options";
import { type Facts, type Page, PageContext } from "./parts/page";
import { mostPins, namesIn, type Pin, Pinned } from "./parts/pinned";
import { RosterPanel } from "./parts/roster_panel";
import { sideInALine, SideForm } from "./parts/side_form";
import { inWords, Situation } from "./parts/situation";
import { StepsForm } from "./parts/steps_form";
import { useAddress } from "./parts/use_address";
import { useAnswer } from "./parts/use_answer";
import { standingFields, WhereItStands } from "./parts/where_it_stands";
import { keep, type Roster } from "./rosters";
import { addressOf, type Army, asksRoster, BadLink, firstState, isArmy, membersOf, type Question, questionOf, questionOfAddress, sides, type SideName, type State, stateOf, viewOf, views, withRoster } from "./state";
import { Answer } from "./views/answer";

export interface Start {
  library: Library;
  aside: Library; // for what stands beside the answer
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
  const ofBattles = state.command !== "fight" && (/win|lose|draw|odds|rounds|survivors|undecided|both_destroyed/.test(named) || (named === "" && asksRoster(state) && state.command === "value"));
  const battles = state.command === "battle" || state.options.battle === true || state.options.ranking === true || ofBattles;
  const used = facts.used[state.command === "solve" || state.command === "sequence" ? state.command : battles ? "battle" : "fight"];
  const isShown = (name: string) => used.has(name) || state.situation[name] !== undefined;
  const fields = facts.system.situation.filter((field) => isShown(field.name));
  // What is said of the attack back has the same meaning there.
  const ofReply = facts.system.situation.map((field) => ({ ...field, name: `reply.${field.name}`, meaning: `in the attack back: ${field.meaning}` })).filter((field) => isShown(field.name));
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

/// A setup in a line: "Wizard v Guardian, in cover".
function inALine(state: State, facts: Facts, nameOf: (side: SideName) => string): string {
  const settings = inWords(situationOf(facts, state), state.situation);
  const who = asksRoster(state) ? `${state.roster.length} units` : state.command === "sequence" ? `${state.by.length} attacks on ${state.defender.name}` : `${nameOf("attacker")} v ${nameOf("defender")}`;
  return `${who}${settings && `, ${settings}`}`.slice(0, 60);
}

/// The units in use, where no roster has them: those of a link.
function unkeptOf(system: string, units: Unit[], armies: Army[], rosters: Roster[]): Roster | undefined {
  const text = JSON.stringify(units);
  const isKept = rosters.some((roster) => roster.system === system && (roster.units === units || JSON.stringify(roster.units) === text));
  return isKept ? undefined : { name: "Of the link", system, units, armies };
}

function freeName(name: string, rosters: Roster[]): string {
  let free = name;
  for (let i = 2; rosters.some((one) => one.name === free); i++) free = `${name} ${i}`;
  return free;
}

/// What cannot stand in its field, in the order in which it was typed.
function useFaults(): [string[], (id: string, fault?: string) => void] {
  const [faults, set] = useState<Record<string, string>>({});
  const tell = useCallback((id: string, fault?: string) => {
    set((before) => {
      if (before[id] === fault) return before;
      const { [id]: _, ...rest } = before;
      return fault === undefined ? rest : { ...rest, [id]: fault };
    });
  }, []);
  return [useMemo(() => Object.values(faults), [faults]), tell];
}

export function App(start: Start) {
  const { library, aside, facts } = start;
  const [state, setState] = useState(start.state);
  const [rosters, setRosters] = useState(start.rosters);
  const [complaint, complain] = useState(start.complaint);
  const [faults, tellFault] = useFaults();
  const [opened, reopen] = useState(0); // what was typed into forms belongs to the question before
  const [pins, keepPins] = useKept<Pin[]>("warodds-pins", []);
  const [steps, setSteps] = useState<State[]>([]); // of a battle at the table, the states before
  const optionsOf = useRef<Record<string, Record<string, unknown>>>({});
  const stateOfSystem = useRef<Record<string, State>>({});
  const systems = useMemo(() => facts.map((one) => one.system), [facts]);
  const own = facts.find((one) => one.system.name === state.system)!;
  const view = viewOf(state.command);
  const meetsRoster = view.meetsRosters && state.against !== undefined;
  const asksUnits = view.of === "units" && !asksRoster(state);
  const question = useMemo(() => questionOf(state), [state]);
  const asked = useAnswer<unknown>(library, question);
  const unkept = useMemo(() => unkeptOf(state.system, state.roster, state.armies, rosters), [state.system, state.roster, state.armies, rosters]);
  const ofSystem = [...rosters.filter((roster) => roster.system === state.system), ...(unkept ? [unkept] : [])];
  const armies = useMemo(() => armiesIn([...rosters.filter((roster) => roster.system === state.system && !roster.builtIn), ...(unkept ? [unkept] : [])]), [state.system, rosters, unkept]);
  const armyNames = { attacker: armyOf(membersOf(state, "attacker"), armies), defender: armyOf(membersOf(state, "defender"), armies) };
  const nameOfSide = (side: SideName) => (isArmy(state, side) && armyNames[side]) || sideInALine(state, side);
  const answer = asked.answer ? withNames(asked.answer as Parameters<typeof namesIn>[0], armyNames) : undefined;
  const names: Names = answer && !asked.error && !asksRoster(state) ? namesIn(answer) : [state.attacker.name, state.defender.name];

  const update = (next: (before: State) => State) => {
    complain("");
    setState(next);
  };
  const change = (options: Record<string, unknown>) => update((before) => ({ ...before, options: { ...before.options, ...options } }));
  const firstOf = (system: string) => {
    const roster = rosters.find((one) => one.system === system);
    return firstState(system, roster?.units ?? [], roster?.armies);
  };
  const show = (next: State) => {
    reopen(opened + 1);
    setSteps([]);
    update(() => withOptions(next, facts.find((one) => one.system.name === next.system)!));
  };
  const go = (command: string) => {
    optionsOf.current[state.command] = state.options;
    show({ ...state, command, options: optionsOf.current[command] ?? (command === "matrix" ? { battle: true } : {}) });
  };
  const chooseSystem = (system: string) => {
    stateOfSystem.current[state.system] = state;
    optionsOf.current = {};
    const kept = stateOfSystem.current[system] ?? firstOf(system);
    show({ ...kept, command: state.command, options: kept.command === state.command ? kept.options : state.command === "matrix" ? { battle: true } : {} });
  };
  const useRoster = ({ system, units, armies }: Roster) => {
    const changed = system !== state.system;
    if (changed) stateOfSystem.current[state.system] = state;
    const fresh = firstState(system, units, armies);
    show({ ...fresh, command: state.command, ...(changed ? { options: state.command === "matrix" ? { battle: true } : {} } : { against: state.against, situation: state.situation, options: state.options }) });
  };
  const openQuestion = (other: Question) => {
    try {
      const next = stateOf(other, other.system === state.system ? state : firstOf(String(other.system)), systems);
      show(next);
    } catch (problem) {
      complain(problem instanceof BadLink ? `This link cannot be opened: ${problem.message}.` : String(problem));
    }
  };
  const openAddress = (address: string) => {
    try {
      const other = questionOfAddress(address);
      if (other) openQuestion(other);
    } catch (problem) {
      complain(problem instanceof BadLink ? `This link cannot be opened: ${problem.message}.` : String(problem));
    }
  };
  /// The unit of that name: of the cards, of the roster in use, of any.
  const present = (system: string, name: string) => {
    const cards = sides.flatMap((side) => membersOf(state, side).map(({ unit }) => unit));
    const here = system === state.system ? [...(asksUnits ? cards : []), ...state.roster] : [];
    return [...here, ...rosters.filter((roster) => roster.system === system).flatMap((roster) => roster.units)].find((unit) => unit.name === name);
  };
  const setAll = (next: Roster[]) => {
    setRosters(next);
    return keep(next);
  };
  /// Units, and perhaps an army of them, in the place of those of the same names.
  const keepMine = (added: Unit[], army?: Army) => {
    const name = "My units";
    const mine = rosters.find((roster) => roster.name === name && roster.system === state.system);
    const units = [...new Map([...(mine?.units ?? []), ...added].map((unit) => [unit.name, unit])).values()];
    const armies = [...(mine?.armies ?? []).filter((one) => one.name !== army?.name), ...(army ? [army] : [])];
    setAll([...rosters.filter((roster) => roster !== mine), { name, system: state.system, units, armies }]);
  };
  const keepArmy = (side: SideName) => {
    const members = membersOf(state, side);
    const army = { name: sideInALine(state, side), units: members.map(({ unit, count, situation }) => ({ unit: unit.name, count, situation })) };
    keepMine(members.map(({ unit }) => unit), army);
  };

  // On a phone the tabs are wider than the screen.
  useEffect(() => document.querySelector("nav [aria-current]")?.scrollIntoView({ inline: "nearest", block: "nearest" }), [state.command]);
  useAddress(question, faults.length === 0 && !asked.busy && !asked.error, openAddress);

  const page: Page = {
    aside,
    facts: own,
    state,
    question,
    change,
    set: update,
    go,
    step: (next) => {
      setSteps([...steps, state]);
      update(() => next);
    },
    stepped: steps.length,
    undo: () => {
      const before = steps[steps.length - 1];
      if (!before) return;
      setSteps(steps.slice(0, -1));
      update(() => before);
    },
  };
  const isOutcome = ["fight", "battle", "sequence"].includes(state.command);
  const swap = (
    <button type="button" class="step" aria-label="Swap attacker and defender"
      onClick={() => {
        reopen(opened + 1);
        update((before) => ({
          ...before,
          attacker: before.defender,
          defender: before.attacker,
          others: { attacker: before.others.defender, defender: before.others.attacker },
          lead: { attacker: before.lead.defender, defender: before.lead.attacker },
        }));
      }}>
      ⇅
    </button>
  );
  const side = (one: SideName, role: string, tools?: ComponentChildren) => <SideForm side={one} tools={tools} role={role} rosters={ofSystem} update={update} keep={(unit) => keepMine([unit])} keepArmy={keepArmy} />;
  const line = answer && !asked.error && faults.length === 0 ? headline(answer, names) : "";
  return (
    <PageContext.Provider value={page}>
      <Faults.Provider value={tellFault}>
        <Header systems={systems} system={state.system} choose={chooseSystem}
          pin={isOutcome || state.command === "solve" ? () => keepPins([...pins.slice(pins.length === mostPins ? 1 : 0), { name: inALine(state, own, nameOfSide), question }]) : undefined} />
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
          <div class="asks" key={opened}>
            {state.command === "value" && (
              <span class="option">
                <input id="option-every" type="checkbox" checked={state.everyUnit === true} onChange={(event) => update((before) => ({ ...before, everyUnit: event.currentTarget.checked }))} />
                <label for="option-every">of every unit of the roster in use</label>
              </span>
            )}
            {asksUnits && (
              <div class="sides">
                {side("attacker", "Attacker")}
                {!meetsRoster && side("defender", "Defender", swap)}
              </div>
            )}
            {view.of === "sequence" && (
              <>
                {side("defender", "Target")}
                <StepsForm system={own.system} rosters={ofSystem} fields={situationOf(own, state)} steps={state.by} target={state.defender.name}
                  change={(by) => update((before) => ({ ...before, by }))} />
              </>
            )}
            {state.command === "matrix" && state.armies.length > 0 && (
              <span class="option">
                <input id="option-armies" type="checkbox" checked={state.meetArmies === true}
                  onChange={(event) => update((before) => ({ ...before, meetArmies: event.currentTarget.checked, against: undefined, options: { ...before.options, battle: true } }))} />
                <label for="option-armies">armies instead of units</label>
              </span>
            )}
            {view.meetsRosters && !(state.command === "matrix" && state.meetArmies) && (
              <Opponents rosters={ofSystem} against={state.against} alone={asksRoster(state) ? "each other" : "the defender"} choose={(against) => update((before) => ({ ...before, against }))} />
            )}
            {state.command === "solve" && <WhereItStands facts={own} state={state} change={(situation) => update((before) => ({ ...before, situation }))} />}
            <Situation fields={situationOf(own, state).filter((field) => state.command !== "solve" || !standingFields(own).some((one) => one.name === field.name))} names={view.of === "sequence" ? ["each attacker", state.defender.name] : names} situation={state.situation}
              change={(situation) => update((before) => ({ ...before, situation }))} />
            <Options system={own.system} state={state} names={names} quantities={own.quantities} payoffs={own.payoffs} canPlayBest={own.payoffs.includes("win") && !sides.some((one) => isArmy(state, one))} change={change} />
            {isOutcome && <OutcomeOptions names={names} />}
          </div>
          {/* in sight wherever one is on a phone; a tap goes to the answer */}
          <p class="bar" onClick={() => document.getElementById("answer")?.scrollIntoView()}>
            {line}
          </p>
          <AnswerFrame asked={{ ...asked, answer }} faults={faults} back={() => openAddress(location.hash)}>
            {(shown) => <Answer key={state.command} answer={shown} open={(changes) => show({ ...state, ...changes })} />}
          </AnswerFrame>
          <div class="more">
            {isOutcome && state.command !== "sequence" && <LuckLog answer={asked.error ? undefined : (answer as FightAnswer | undefined)} names={names} />}
            {pins.length > 0 && <Pinned library={aside} pins={pins} now={{ name: inALine(state, own, nameOfSide), question }} change={keepPins} open={openQuestion} present={present} />}
            {(state.command === "fight" || state.command === "battle") && <EngineChoice state={state} change={change} />}
            <RosterPanel library={library} systems={systems} system={own.system} rosters={rosters} current={state.roster} change={setAll} use={useRoster}
              linkWithUnits={() => location.href.replace(/#.*$/, "") + addressOf(withRoster(state, question))} unkept={unkept}
              keep={() => unkept && setAll([...rosters, { ...unkept, name: freeName("From a link", rosters) }])} />
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
      </Faults.Provider>
    </PageContext.Provider>
  );
}
