import { holdsAny, type Permission } from '@margay/auth';
import { forbidden, unauthenticated } from '@margay/kit';
import type { Actor } from './actor.ts';

/**
 * Who may read a field, run an operation or call a route.
 * `public`: anybody. `signed-in`: any valid session. `with-parent`: whoever was given the object it sits on.
 * A list: whoever holds one of these permissions (Modify implies Read).
 */
export type AuthRule = 'public' | 'signed-in' | 'with-parent' | readonly Permission[];

/** The rule of something that is asked for by itself. */
export type OperationRule = Exclude<AuthRule, 'with-parent'>;

/**
 * Who may do what in a domain, by operation: the one place where it is said. Fields, routes and whatever else offers an
 * operation ask it by its name, and `npm run check` refuses a list of their own.
 */
export function accessRules<const Rules extends Record<string, OperationRule>>(
  rules: Rules,
): Readonly<Rules> {
  return Object.freeze(rules);
}

/** Throws `unauthenticated` or `forbidden` when the rule is not met. */
export function enforce(rule: AuthRule, actor: Actor | null, what: string): void {
  if (rule === 'public' || rule === 'with-parent') return;
  if (actor === null) throw unauthenticated('Sign in to continue.');
  if (rule === 'signed-in' || holdsAny(actor.permissions, rule)) return;
  throw forbidden(`You are not authorized to use ${what}. It needs ${rule.join(' or ')}.`);
}
