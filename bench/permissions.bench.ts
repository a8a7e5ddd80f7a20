import { expandPermissions, permissions, predefinedRoles, type Permission } from '@margay/auth';
import { isObjectType } from 'graphql';
import { systemActor } from '../apps/server/src/api/actor.ts';
import { enforce, type AuthRule } from '../apps/server/src/api/auth-rule.ts';
import { buildConsoleSchema } from '../apps/server/src/api/schema.ts';
import { defineBenchmark, median, type Figure } from './support/figure.ts';

const rounds = 21;
const passesPerRound = 400;

/** The rule of every field of the console's API that names permissions, as the server asks it. */
function rulesOfFields(): { rule: readonly Permission[]; what: string }[] {
  return Object.values(buildConsoleSchema().getTypeMap()).flatMap((type) =>
    !isObjectType(type) || type.name.startsWith('__')
      ? []
      : Object.values(type.getFields()).flatMap(({ name, extensions }) => {
          const rule = extensions['auth'] as AuthRule;
          return typeof rule === 'string' ? [] : [{ rule, what: `${type.name}.${name}` }];
        }),
  );
}

/** Microseconds that one of `count` checks takes. */
function timed(count: number, work: () => void): number {
  const startedAt = performance.now();
  for (let pass = 0; pass < passesPerRound; pass++) work();
  return ((performance.now() - startedAt) * 1000) / (passesPerRound * count);
}

export const benchmark = defineBenchmark({
  name: 'permissions',
  description:
    'the check in front of every field: somebody who may, somebody who may not, and a look into a set by hand',
  run(report) {
    const rules = rulesOfFields();
    const admin = systemActor(expandPermissions(permissions));
    const reader = predefinedRoles.find(({ name }) => name === 'AnalystReadOnly');
    const held = expandPermissions(reader?.permissions ?? []);
    const mayNot = rules.filter(({ rule }) => !rule.some((permission) => held.has(permission)));
    const analyst = systemActor(held);
    let refused = 0;
    let found = 0;
    const times = { letIn: [] as number[], refusal: [] as number[], peer: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.letIn.push(
        timed(rules.length, () => {
          for (const { rule, what } of rules) enforce(rule, admin, what);
        }),
      );
      times.refusal.push(
        timed(mayNot.length, () => {
          for (const { rule, what } of mayNot)
            try {
              enforce(rule, analyst, what);
            } catch {
              refused++;
            }
        }),
      );
      times.peer.push(
        timed(rules.length, () => {
          for (const { rule } of rules) if (admin.permissions.has(rule[0] ?? 'UserRead')) found++;
        }),
      );
    }
    const isCorrect =
      refused === rounds * passesPerRound * mayNot.length &&
      found === rounds * passesPerRound * rules.length &&
      mayNot.length > 0;
    const [letIn, refusal, peer] = [median(times.letIn), median(times.refusal), median(times.peer)];
    report(
      `${rules.length} rules: ${letIn.toFixed(4)} µs where it lets in, ${refusal.toFixed(2)} µs where it refuses, ${peer.toFixed(4)} µs by hand`,
    );
    const figure = (name: string, ours: number, floor: number, aim: number): Figure => ({
      name,
      unit: 'µs',
      ours,
      peer,
      ratio: ours,
      floor,
      aim,
      better: 'lower',
      isCorrect,
    });
    return Promise.resolve([
      figure('check of a permission that lets in', letIn, 2, 0.2),
      // An error with its text and where it was thrown.
      figure('check of a permission that refuses', refusal, 50, 10),
    ]);
  },
});
