import type { LogTypeAccessKind, Permission } from '@margay/auth';
import { conflict, invalidInput } from '@margay/kit';
import { readLogTypes, readPermissions } from './access-input.ts';

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

export const isReservedRoleName = (name: string): boolean =>
  reservedRoleNames.some((reserved) => reserved.toLowerCase() === name.trim().toLowerCase());

const fault = (field: keyof RoleInput, message: string) => invalidInput(message, { details: { field } });

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
    permissions: readPermissions(input.permissions),
    logTypeAccessKind: kind,
    logTypeAccess: readLogTypes(kind, input.logTypeAccess ?? []),
    requiresSecondFactor: input.requiresSecondFactor ?? false,
  };
}
