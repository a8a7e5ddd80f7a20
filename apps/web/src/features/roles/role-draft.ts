import { expandPermissions, permissionInfos, permissions } from '@margay/auth/permissions';
import { normalisePermissions } from '../../lib/permissions.ts';
import { accessText, isListed } from '../../lib/access/log-type-access.ts';
import type { LogTypeAccessKind } from '../../lib/access/log-type-access.ts';
import type { Held } from '../../lib/access/permission-rows.ts';
import type { Role, RoleInput } from './queries.ts';

/** A role while it is edited. */
export interface RoleDraft {
  name: string;
  /** With what is implied. */
  held: Held;
  kind: LogTypeAccessKind;
  /** Kept while another kind is tried, and sent with ALLOW and DENY only. */
  logTypes: readonly string[];
  requiresSecondFactor: boolean;
}

export const newRole = (): RoleDraft => ({
  name: '',
  held: expandPermissions([]),
  kind: 'ALLOW_ALL',
  logTypes: [],
  requiresSecondFactor: false,
});

export const draftOf = (role: Role): RoleDraft => ({
  name: role.name,
  held: normalisePermissions(role.permissions),
  kind: role.logTypeAccessKind,
  logTypes: role.logTypeAccess ?? [],
  requiresSecondFactor: role.requiresSecondFactor,
});

/** What another role begins with: all but the name. */
export const copyOf = (role: Role): RoleDraft => ({
  ...draftOf(role),
  name: role.isReserved ? '' : `${role.name} copy`,
});

const listOf = ({ kind, logTypes }: RoleDraft) => (isListed(kind) ? logTypes : []);

export const inputOf = (draft: RoleDraft): RoleInput => ({
  name: draft.name.trim(),
  // In the order of the table, whatever was ticked first.
  permissions: permissions.filter((name) => draft.held.has(name)),
  logTypeAccessKind: draft.kind,
  logTypeAccess: [...listOf(draft)],
  requiresSecondFactor: draft.requiresSecondFactor,
});

/** What is wrong, by field. */
export function faultsOf(draft: RoleDraft): { name?: string; logTypeAccess?: string } {
  return {
    ...(draft.name.trim() === '' && { name: 'A role needs a name.' }),
    ...(isListed(draft.kind) &&
      draft.logTypes.length === 0 && { logTypeAccess: 'Choose at least one log type.' }),
  };
}

export interface Change {
  kind: 'gives' | 'takes' | 'changes';
  text: string;
}

const without = (names: readonly string[], other: readonly string[]) =>
  names.filter((name) => !other.includes(name));

function accessChanges(before: RoleDraft, after: RoleDraft): Change[] {
  const lists = [listOf(before), listOf(after)] as const;
  if (before.kind !== after.kind)
    return [
      {
        kind: 'changes',
        text: `${accessText(before.kind, lists[0])} → ${accessText(after.kind, lists[1])}`,
      },
    ];
  const [added, removed] = [without(lists[1], lists[0]), without(lists[0], lists[1])];
  const [given, taken] = after.kind === 'DENY' ? [removed, added] : [added, removed];
  return [
    ...given.map((name): Change => ({ kind: 'gives', text: `Log type ${name}` })),
    ...taken.map((name): Change => ({ kind: 'takes', text: `Log type ${name}` })),
  ];
}

const order: readonly Change['kind'][] = ['gives', 'takes', 'changes'];

/** What one gives over the other, then what it takes away, then the rest. */
export function changesOf(before: RoleDraft, after: RoleDraft): Change[] {
  const changes: Change[] = [];
  const [oldName, newName] = [before.name.trim(), after.name.trim()];
  if (oldName !== '' && oldName !== newName)
    changes.push({ kind: 'changes', text: `Name: ${oldName} → ${newName || 'none'}` });
  for (const { name, label } of permissionInfos) {
    if (before.held.has(name) === after.held.has(name)) continue;
    changes.push({ kind: after.held.has(name) ? 'gives' : 'takes', text: label });
  }
  changes.push(...accessChanges(before, after));
  if (before.requiresSecondFactor !== after.requiresSecondFactor)
    changes.push({
      kind: 'changes',
      text: after.requiresSecondFactor ? 'Second factor: required' : 'Second factor: no longer required',
    });
  return changes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
