import type { LogTypeAccessKind, Permission } from '@margay/auth';
import { conflict, invalidInput } from '@margay/kit';
import { hasHiddenCharacters, readLogTypes, readPermissions } from './access-input.ts';

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

/** Also of a name that is written with other forms of the same letters, such as full-width ones. */
export const isReservedRoleName = (name: string): boolean =>
  reservedRoleNames.some(
    (reserved) => reserved.toLowerCase() === name.normalize('NFKC').trim().toLowerCase(),
  );

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
  if (hasHiddenCharacters(name))
    throw fault(
      'name',
      'The name of the role has a character that cannot be seen. Type the name anew, without line breaks and control characters.',
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
