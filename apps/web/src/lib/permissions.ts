import {
  expandPermissions,
  normalizePermission,
  permissions as allPermissions,
  type Permission,
} from '@margay/auth/permissions';

export type { Permission };

/** Permission names from a token or role in the one spelling; a Modify brings its Read; unknown names fall away. */
export function normalisePermissions(names: readonly string[]): Set<Permission> {
  return expandPermissions(names.flatMap((name) => normalizePermission(name) ?? []));
}

/** How many of all permissions these are, with the Read that a Modify brings: "21 of 29", "All 29". */
export function permissionsText(names: readonly string[]): string {
  const count = normalisePermissions(names).size;
  return count === allPermissions.length ? `All ${count}` : `${count} of ${allPermissions.length}`;
}

/** False when nobody is signed in and when nothing is asked for. */
export function isPermitted(
  held: ReadonlySet<Permission> | undefined,
  wanted: readonly Permission[],
  mode: 'any' | 'all' = 'any',
): boolean {
  if (!held || wanted.length === 0) return false;
  return mode === 'any' ? wanted.some((name) => held.has(name)) : wanted.every((name) => held.has(name));
}
