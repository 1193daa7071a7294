// The address follows the question, and a new address is a new question: Back goes back, view by view and
// question by question. While one types in one field, its questions are one.
import { useEffect, useRef } from "preact/hooks";
import { keepLast } from "../rosters";
import { addressOf, type Question } from "../state";

/// The line in which somebody types, until he does anything else.
function useTyping() {
  const place = useRef("");
  useEffect(() => {
    const follow = (event: Event) => {
      const at = event.target;
      place.current = event.type === "input" && at instanceof HTMLInputElement && at.type === "text" ? at.id : "";
    };
    const kinds = ["input", "change", "click"];
    for (const kind of kinds) document.addEventListener(kind, follow, true);
    return () => kinds.forEach((kind) => document.removeEventListener(kind, follow, true));
  }, []);
  return place;
}

/// `isAnswered`: the address keeps the last question that could be answered. `open`: shows that of an address.
export function useAddress(question: Question, isAnswered: boolean, open: (address: string) => void): void {
  const typing = useTyping();
  const typedIn = useRef("");
  const isRestored = useRef(true); // the first question stands in the address already
  useEffect(() => {
    if (!isAnswered) return;
    const address = addressOf(question);
    keepLast(address);
    const inHand = typing.current;
    if (location.hash !== address) {
      const goesOn = isRestored.current || (inHand !== "" && inHand === typedIn.current);
      if (goesOn) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
    }
    isRestored.current = false;
    typedIn.current = inHand;
  }, [question, isAnswered]);
  useEffect(() => {
    const follow = () => {
      if (location.hash === addressOf(question)) return;
      isRestored.current = true;
      open(location.hash);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  });
}
