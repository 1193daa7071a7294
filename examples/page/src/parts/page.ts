// What every part of the page may need: the question in hand, what the library says of its system, and a
// library for questions beside it.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { System } from "../fields";
import type { QuantityRow } from "../json";
import type { Library } from "../library";
import type { Question, SideName, State } from "../state";

export type Order = "targets" | "activate";

/// What the library says of a system besides its fields.
export interface Facts {
  system: System;
  used: Record<string, Set<string>>; // keys of the situation, by command
  quantities: QuantityRow[];
  payoffs: string[];
  choices: Record<string, Map<string, SideName>>; // by command, keys that are a side's choice
  orders: Record<Order, string[]>; // what the units of a side can be told, the default first
  sizes: { unit?: string; group?: string }; // how many figures there are: the names of those fields
}

export interface Page {
  aside: Library; // so that the answer in hand need not wait
  facts: Facts;
  state: State;
  question: Question;
  change: (options: Record<string, unknown>) => void;
  set: (next: (before: State) => State) => void;
  go: (command: string) => void;
  step: (next: State) => void; // a battle, after a round
  stepped: number; // rounds so far
  undo: () => void;
}

export const PageContext = createContext<Page | undefined>(undefined);
export const usePage = (): Page => useContext(PageContext)!;
export const useQuantities = () => usePage().facts.quantities;
