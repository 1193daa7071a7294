// The figures, attacks or models of a unit: one kind a row, one stat a column.
import { useState } from "preact/hooks";
import { inOrder, type System } from "../fields";
import type { Value } from "../json";
import { InHandLine, type Values, withValue } from "./stat_grid";
import { StatInput } from "./stat_input";

interface Props {
  id: string;
  of: string;
  system: System;
  groups: Values[];
  change: (groups: Values[]) => void;
}

export function GroupTable({ id, of, system, groups, change }: Props) {
  const [at, turnTo] = useState<{ group: number; name: string }>();
  const fields = system.group;
  const nameOf = (group: Values, i: number) => String(group.name ?? `${system.groupWord} ${i + 1}`);
  const set = (i: number, name: string) => (value: Value | undefined) =>
    change(groups.map((one, j) => (i === j ? inOrder(fields, withValue(one, fields.find((field) => field.name === name)!, value, false)) : one)));
  const field = at && fields.find((one) => one.name === at.name);
  return (
    <>
      <div class="scrolls" tabIndex={0} role="region" aria-label={`${of}: each kind of ${system.groupWord}`}>
        <table class="groups">
          <thead>
            <tr>
              {fields.map((one) => (
                <th scope="col" key={one.name} title={one.meaning}>
                  {one.name}
                </th>
              ))}
              <td></td>
            </tr>
          </thead>
          <tbody>
            {groups.map((group, i) => (
              <tr key={i}>
                {fields.map((one) => (
                  <td key={one.name} class={one.isText ? "words" : undefined}>
                    <StatInput id={`${id}-${i}-${one.name}`} label={`${nameOf(group, i)}: ${one.name}`} field={one} value={group[one.name]} set={set(i, one.name)}
                      focus={() => turnTo({ group: i, name: one.name })} />
                  </td>
                ))}
                <td>
                  <button type="button" class="remove" aria-label={`Remove ${nameOf(group, i)}`} onClick={() => change(groups.filter((_, j) => i !== j))}>
                    ×
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <InHandLine id={`${id}-groups`} inHand={field && groups[at!.group] && { field, value: groups[at!.group][field.name], set: set(at!.group, field.name) }}
        otherwise={`each row a kind of ${system.groupWord}`} />
    </>
  );
}
