// What answers look like: the JSON of the library, as far as the page reads it.

export type Value = number | string | boolean;
export type Profile = Record<string, Value | Record<string, Value>[]>;

export interface Distribution {
  mean: number;
  sd: number;
  pmf: number[];
  half_width?: number[];
  mean_half_width?: number;
  values?: number[]; // where they are not 0, 1, 2, …: of points
}
export type Odds = number | { p: number; half_width: number };
export type Mean = number | { mean: number; half_width: number };
export type Cell = number | { value: number; half_width: number };

export interface Engine {
  name: "exact" | "sim";
  trials?: number;
  seed?: number;
  confidence?: number;
  partial?: boolean;
}

/// A side of an answer: a unit, or several.
export interface Side {
  unit: string;
  profile: Profile;
  units?: { unit: string; profile: Profile; situation?: Record<string, Value> }[];
  army?: string; // the page says it, where it knows these units as an army
}

export const nameOf = (side: Side) => side.army ?? (side.units ? side.units.map((one) => one.unit).join(" + ") : side.unit);

/// The names of both sides, told apart where they are the same.
export function namesOf(attacker: Side, defender: Side): [string, string] {
  const [a, b] = [nameOf(attacker), nameOf(defender)];
  return a === b ? [a, `${b} (B)`] : [a, b];
}

export type Deals = Record<string, Distribution | Odds | Mean | null | Record<string, Distribution>>;

/// What a side does where nobody has chosen, "never reacts", and which keys say otherwise.
export type AssumedPlay = { attacker: string | null; defender: string | null; keys?: Record<"attacker" | "defender", Record<string, string>> };

export interface Joint {
  rows: string;
  columns: string;
  pmf: number[][];
  row_values?: number[];
  column_values?: number[];
}

/// What happened, among what could have happened.
export interface Lucky {
  fact: string;
  happened: number;
  expected: number;
  difference: number;
  sd: number;
  at_most: number;
  at_least: number;
  percentile: number;
}

/// What answers about one outcome may have besides.
export interface Outcome {
  given?: { event: string; p: Odds };
  joint?: Joint;
  observed?: Lucky[];
  observed_sum?: Lucky & { of: string };
  points_lost?: { attacker: Distribution; defender: Distribution };
  swing?: Distribution;
  destroyed_per_point?: { attacker: number | null; defender: number | null };
}

export interface UnitLeft {
  unit: string;
  destroyed: Odds;
  survivors: Distribution;
  mean_hit_points_left: Mean;
  left_if_wins?: Distribution | null;
  part?: Cell | null;
}

/// What the sides, both at their best, make of it.
export interface BestPlay {
  win?: Record<string, Odds>;
  policy: Record<string, string>;
  with?: string[]; // "KEY=VALUE": so that it is of one attack
  [payoff: string]: unknown;
}

export interface FightAnswer extends Outcome {
  best: BestPlay | null;
  assumed?: AssumedPlay;
  system: string;
  engine: Engine;
  attacker: Side;
  defender: Side;
  situation: Record<string, Value>;
  attacker_deals: Deals;
  defender_deals: Deals;
  show?: Record<string, Cell>;
  remarks?: string[];
}

export interface BattleAnswer extends Outcome {
  policy?: Record<string, string>;
  until?: string;
  from?: string; // where it stands
  attacker_units?: UnitLeft[];
  defender_units?: UnitLeft[];
  rounds_cut_off?: number;
  left_if_wins?: { attacker: Distribution | null; defender: Distribution | null };
  assumed?: AssumedPlay;
  engine: Engine;
  attacker: Side;
  defender: Side;
  situation: Record<string, Value>;
  win: Record<string, Odds> & { ahead: Record<string, Odds> };
  show?: Record<string, Cell>;
  bought?: Purchase[];
  rounds: Distribution;
  attacker_survivors: Distribution;
  defender_survivors: Distribution;
  by_round: {
    round: number;
    attacker_destroyed: Odds;
    defender_destroyed: Odds;
    attacker_mean_left: Mean;
    defender_mean_left: Mean;
  }[];
  remarks?: string[];
}

interface Standing {
  left: Record<string, number>;
  suffers: number;
}

/// What a side gives up where these stand and both suffer so much.
export interface WhoFalls {
  side: "attacker" | "defender";
  attacker: Standing;
  defender: Standing;
  falls: { figures: Record<string, number>; p: number }[];
  met: number; // odds that it comes about
  stake: number; // what the worst choice loses
}

export interface Choice {
  choice: string;
  p: number;
  in_words: string;
}

/// What both do at one decision.
export interface Decision {
  turns: { attacker: number; defender: number }; // that each can still spend
  damage_taken: { attacker: number; defender: number };
  attacker: Choice[];
  defender: Choice[];
}

export interface SolveAnswer {
  decisions: number;
  plan?: Decision[];
  payoff_meaning: string;
  known?: Record<string, string>;
  policy?: WhoFalls[];
  engine: Engine;
  units: { attacker: Side; defender: Side };
  situation: Record<string, Value>;
  payoff: string;
  rounds?: number;
  value: number;
  gap: number;
  rows: string[];
  columns: string[];
  matrix: number[][];
  attacker: Choice[];
  defender: Choice[];
  plain: { side: string; choice: string; against_best: number; against_answer: number }[];
}

/// Best play of sides of several units, and the battle that comes of it.
export interface ArmySolveAnswer extends BattleAnswer {
  value: number;
  first: { side: "attacker" | "defender"; unit: string; target: string; decisions: { unit: string; target: string; value: number }[] };
}

/// A game that was written down.
export interface LogAnswer {
  rows: { line: number; attacker: string; defender: string; player?: string; observed: Lucky[]; sum?: Lucky & { of: string }; not_tested?: string }[];
  game: { player: string; fact: string; rows: number; happened: number; expected: Mean; difference: number; sd: number }[];
  luck: { of: string; unit: string; so_far: number[]; points_so_far?: number[] };
  fair_dice: { rows: number; evidence: number; of_luck: number; of_bad_luck: number; most: number; most_after: number; p_value: number };
}

export interface ExplainAnswer {
  attacker: Side;
  defender: Side;
  situation: Record<string, Value>;
  steps: { rule: string; what: string; how: string }[];
}

export interface SequenceAnswer extends Outcome {
  show?: Record<string, Cell>;
  order_points?: number;
  assumed?: AssumedPlay;
  situation: Record<string, Value>;
  engine: Engine;
  target: Side;
  steps: {
    unit: string;
    needed: Odds;
    destroyed: Odds;
    target_mean_left: Mean;
    deals: Deals | null; // null: it never takes place
    losses: Distribution;
    lost: Odds;
  }[];
  target_survivors: Distribution;
  destroyed: Odds;
  retreated?: Odds;
  remarks?: string[];
  orders?: { order: string[]; destroyed: Odds; share_lost: Mean; steps: Mean }[];
}

export interface Purchase {
  unit: string;
  sizes: Record<string, number>;
  more?: Record<string, number>; // bought at other times
  share_of_more?: number;
  cost: number;
  near: boolean;
  remark?: string;
}

export interface Designed {
  assumed?: AssumedPlay;
  bought?: Purchase[];
  quantities: string[];
  exact: number;
  simulated: number;
  not_allowed: number;
  partial: boolean;
}

export type Ranking = {
  rank: number;
  unit: string;
  odds: number;
  rating?: number | null;
  points?: number | null;
  share?: number; // in the equilibrium, the mixture that nobody beats
  against_mix?: number;
  best_against?: string;
  worst_against?: string;
}[];

export interface RankingAnswer extends Designed {
  ranking: Ranking;
}

export interface MatrixAnswer extends Designed {
  rows: string[];
  columns: string[];
  matrix: (Cell[] | null)[][];
  ranking?: Ranking;
  left_out?: string[];
  cycles?: { units: string[]; odds: number }[];
  dominations?: { better: string; worse: string }[];
}

export interface SweepAnswer extends Designed {
  attacker: string;
  defender?: string;
  opponents?: string[];
  keys: string[];
  points: { at: Value[]; values: Cell[] | null }[];
}

export interface Worth {
  unit: string;
  base: Cell[] | null;
  stats: { stat: string; is: Value; less: Cell[] | string | null; more: Cell[] | string | null }[];
}

export interface ValueAnswer extends Designed, Worth {
  opponents: string[];
}

export interface RosterValueAnswer extends Designed {
  units: Worth[];
}

export interface FieldRow {
  of: string;
  name: string;
  meaning: string;
  unit: string;
  allowed: string;
  default: string;
  holds_for?: string; // of the situation: "" (an attack), "both sides", "both sides, whole battle"
}
export interface SystemRow {
  name: string;
  title: string;
  fields: FieldRow[];
}
export interface QuantityRow {
  of: "fights" | "battles" | "sequences";
  name: string;
  is: "count" | "points" | "yes or no" | "mean";
  meaning: string;
}

export interface ErrorAnswer {
  error: { status: number; message: string };
}

/// The number of an answer, simulated or not.
export function number(of: Odds | Mean | Cell): number {
  if (typeof of === "number") return of;
  return "p" in of ? of.p : "mean" in of ? of.mean : of.value;
}

/// Its half-width; nothing for an exact number.
export function halfWidth(of: Odds | Mean | Cell): number | undefined {
  return typeof of === "number" ? undefined : of.half_width;
}

export const isDistribution = (of: unknown): of is Distribution =>
  typeof of === "object" && of !== null && "pmf" in of;
