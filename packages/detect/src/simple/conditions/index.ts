import { address } from './address.ts';
import { comparison } from './comparison.ts';
import type { Condition } from './condition.ts';
import { containment } from './containment.ts';
import { equality } from './equality.ts';
import { existence } from './existence.ts';
import { membership } from './membership.ts';
import { text } from './text.ts';

/** Every condition that asks about a value, in the order a person is offered them. */
export const conditions: readonly Condition[] = [
  ...equality,
  ...text,
  ...containment,
  ...comparison,
  ...membership,
  ...existence,
  ...address,
];

const byName = new Map(
  conditions.flatMap((condition) =>
    [condition.name, ...(condition.aliases ?? [])].map((name) => [name, condition] as const),
  ),
);

export function conditionOf(name: string): Condition | undefined {
  return byName.get(name);
}

/** These ask about no value at all. */
export const absolutes: ReadonlyMap<string, boolean> = new Map([
  ['AlwaysTrue', true],
  ['AlwaysFalse', false],
]);
