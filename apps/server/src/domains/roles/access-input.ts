import { normalizePermission, type LogTypeAccessKind, type Permission } from '@margay/auth';
import { invalidInput } from '@margay/kit';

const mostLogTypes = 2_000;

const fault = (field: 'permissions' | 'logTypeAccess', message: string) =>
  invalidInput(message, { details: { field } });

/** True for a name with a character that nobody sees, such as one that turns the text after it round: it can look like another. */
export const hasHiddenCharacters = (name: string): boolean => /[\p{Cc}\p{Cf}]/u.test(name);

/** In their one spelling, each once. Throws `InvalidInput` for a name that is none. */
export function readPermissions(names: readonly string[]): Permission[] {
  const found = names.map((name) => {
    const permission = normalizePermission(name);
    if (permission === undefined)
      throw fault('permissions', `There is no permission ${name.slice(0, 60)}. See the list of permissions.`);
    return permission;
  });
  return [...new Set(found)];
}

/** The log types of an access of this kind, each once. Throws `InvalidInput` where kind and list do not fit. */
export function readLogTypes(kind: LogTypeAccessKind, names: readonly string[]): string[] {
  const isListed = kind === 'ALLOW' || kind === 'DENY';
  if (!isListed && names.length > 0)
    throw fault(
      'logTypeAccess',
      `With ${kind} no log types are listed. Leave the list empty, or choose ALLOW or DENY.`,
    );
  if (isListed && names.length === 0)
    throw fault(
      'logTypeAccess',
      `With ${kind} at least one log type is listed. Add one, or choose ALLOW_ALL or DENY_ALL.`,
    );
  if (names.length > mostLogTypes)
    throw fault('logTypeAccess', `At most ${mostLogTypes} log types are listed; these are ${names.length}.`);
  if (names.some((name) => name.trim() === ''))
    throw fault('logTypeAccess', 'A log type has no name. Remove the empty entry.');
  return [...new Set(names.map((name) => name.trim()))];
}
