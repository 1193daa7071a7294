// What the browser keeps for the page under a name.
import { useState } from "preact/hooks";

export function useKept<Kept>(name: string, first: Kept): [Kept, (next: Kept) => void] {
  const [kept, set] = useState<Kept>(() => {
    try {
      return (JSON.parse(localStorage.getItem(name) ?? "null") as Kept | null) ?? first;
    } catch {
      return first;
    }
  });
  return [
    kept,
    (next) => {
      set(next);
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // Where the browser keeps nothing, it lasts as long as the page.
      }
    },
  ];
}
