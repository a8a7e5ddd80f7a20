import { forbidden } from '@margay/kit';
import type { Role, RolesService } from '../roles/index.ts';
import type { Proof } from './proof.ts';
import type { SingleSignOnSettings } from './settings.ts';

const gone = (name: string, what: string) =>
  forbidden(
    `The role ${name}, ${what}, does not exist any more. Ask an administrator to choose another in Settings → General → Single sign-on.`,
    { code: 'RoleMissing' },
  );

/** The role of people whose attributes name none. Throws `forbidden` where it is not there. */
export async function defaultRoleOf(
  { defaultRole = '' }: SingleSignOnSettings,
  roles: Pick<RolesService, 'byName'>,
): Promise<Role> {
  const role = await roles.byName(defaultRole);
  if (role === undefined) throw gone(defaultRole, 'which people of the identity provider have at first');
  return role;
}

/** The role that an attribute names, of several the one with the most permissions; undefined where none is named. */
export async function namedRoleOf(
  { rolesFromProvider, roleAttribute = '', roleByValue = {} }: SingleSignOnSettings,
  { attributes }: Proof,
  roles: Pick<RolesService, 'byName'>,
): Promise<Role | undefined> {
  if (!rolesFromProvider) return undefined;
  const held = Object.hasOwn(attributes, roleAttribute) ? (attributes[roleAttribute] ?? []) : [];
  const names = Object.entries(roleByValue).flatMap(([value, name]) => (held.includes(value) ? [name] : []));
  const named = await Promise.all(
    names.toSorted().map(async (name) => {
      const role = await roles.byName(name);
      if (role === undefined) throw gone(name, `which ${roleAttribute} names for you`);
      return role;
    }),
  );
  return named.toSorted((a, b) => b.permissions.length - a.permissions.length)[0];
}
