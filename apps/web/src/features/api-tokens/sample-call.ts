import type { Held } from '../../lib/access/permission-rows.ts';
import type { Permission } from '../../lib/permissions.ts';

/** A first question for what a token may read, the most telling one first. */
const questions: readonly [Permission, string][] = [
  ['AlertRead', '{ alerts(input: { pageSize: 5 }) { edges { node { id title severity createdAt } } } }'],
  ['LogSourceRead', '{ sources { integrationLabel } }'],
  ['UserRead', '{ roles { name } }'],
];
/** Every token may ask this. */
const plain = '{ availableLogTypes }';

/** A command for a shell that asks the API of this address something that a token with these permissions is answered. */
export function sampleCall(origin: string, value: string, held: Held): string {
  const [, query = plain] = questions.find(([permission]) => held.has(permission)) ?? [];
  return [
    `curl '${origin}/internal/graphql' \\`,
    `  -H 'X-API-Key: ${value}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ query })}'`,
  ].join('\n');
}
