// The head of the page: the system, and the link that is the question.
import { useState } from "preact/hooks";
import type { System } from "../fields";
import { copyLink } from "./files";

interface Props {
  systems: System[];
  system: string;
  choose: (system: string) => void;
  pin?: () => void; // nothing where no more can be
}

export function Header({ systems, system, choose, pin }: Props) {
  const [told, tell] = useState("");
  return (
    <header>
      <h1>warodds</h1>
      <label for="system" class="unseen">
        Combat system
      </label>
      <select id="system" value={system} onChange={(event) => choose(event.currentTarget.value)}>
        {systems.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
      </select>
      {pin && (
        <button type="button" onClick={pin}>
          Pin<span class="unseen"> this setup beside others</span>
        </button>
      )}
      <button type="button" onClick={async () => tell(await copyLink(location.href))}>
        <span class="unseen">Copy </span>Link
      </button>
      <span role="status" class="told">
        {told}
      </span>
    </header>
  );
}
