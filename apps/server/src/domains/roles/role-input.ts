import { normalizePermission, type LogTypeAccessKind, type Permission } from '@margay/auth';
import { conflict, invalidInput } from '@margay/kit';

/** A role as somebody asks for it. */
export interface RoleInput {
  name: string;
  permissions: readonly string[];
  logTypeAccessKind?: LogTypeAccessKind | undefined;
  logTypeAccess?: readonly string[] | undefined;
  requiresSecondFactor?: boolean | undefined;
}

/** A role as it is kept. */
export interface RoleFields {
  name: string;
  permissions: Permission[];
  logTypeAccessKind: LogTypeAccessKind;
  logTypeAccess: string[];
  requiresSecondFactor: boolean;
}

/** Of the administrator, of people whose identity provider names no role, and of support. */
export const reservedRoleNames = ['Admin', 'SAML Default', 'PantherSupport'] as const;
const longestName = 100;
const mostLogTypes = 2_000;

export const isReservedRoleName = (name: string): boolean =>
  reservedRoleNames.some((reserved) => reserved.toLowerCase() === name.trim().toLowerCase());

const fault = (field: keyof RoleInput, message: string) => invalidInput(message, { details: { field } });

function permissionsOf(names: readonly string[]): Permission[] {
  const found = names.map((name) => {
    const permission = normalizePermission(name);
    if (permission === undefined)
      throw fault('permissions', `There is no permission ${name.slice(0, 60)}. See the list of permissions.`);
    return permission;
  });
  return [...new Set(found)];
}

function logTypesOf(kind: LogTypeAccessKind, names: readonly string[]): string[] {
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
    throw fault(
      'logTypeAccess',
      `A role lists at most ${mostLogTypes} log types; these are ${names.length}.`,
    );
  if (names.some((name) => name.trim() === ''))
    throw fault('logTypeAccess', 'A log type has no name. Remove the empty entry.');
  return [...new Set(names.map((name) => name.trim()))];
}

/** Throws `InvalidInput` with the field that is wrong. */
export function readRole(input: RoleInput): RoleFields {
  const name = input.name.trim();
  if (name === '') throw fault('name', 'A role needs a name.');
  if (name.length > longestName)
    throw fault(
      'name',
      `The name of a role has at most ${longestName} characters; this one has ${name.length}.`,
    );
  if (isReservedRoleName(name))
    throw conflict(`The name ${name} is reserved. Choose another name.`, { details: { field: 'name' } });
  const kind = input.logTypeAccessKind ?? 'ALLOW_ALL';
  return {
    name,
    permissions: permissionsOf(input.permissions),
    logTypeAccessKind: kind,
    logTypeAccess: logTypesOf(kind, input.logTypeAccess ?? []),
    requiresSecondFactor: input.requiresSecondFactor ?? false,
  };
}
