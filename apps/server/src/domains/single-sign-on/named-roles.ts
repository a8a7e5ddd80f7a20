import { conflict } from '@margay/kit';
import type { Changes } from '@margay/store';
import type { OrganizationService } from '../organization/index.ts';
import type { RoleNameFollower } from '../roles/index.ts';
import { singleSignOnSettings, type SingleSignOnSettings } from './settings.ts';

// Names of roles differ by more than capitals, as the roles themselves see it.
const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();

/** The settings with another name of a role; the same object where they do not name it. */
function renamedIn(
  settings: SingleSignOnSettings,
  { from, to }: { from: string; to: string },
): SingleSignOnSettings {
  const { defaultRole, roleByValue = {} } = settings;
  const isNamed = isSame(defaultRole, from) || Object.values(roleByValue).some((name) => isSame(name, from));
  if (!isNamed) return settings;
  const named = Object.entries(roleByValue).map(([value, name]) => [value, isSame(name, from) ? to : name]);
  return {
    ...settings,
    ...(isSame(defaultRole, from) && { defaultRole: to }),
    ...(settings.roleByValue !== undefined && {
      roleByValue: Object.fromEntries(named) as Record<string, string>,
    }),
  };
}

/** Keeps the roles that the settings name theirs: renamed with them, and not deleted while they are named. */
export const namedRoles = ({
  organization,
  changes,
}: {
  organization: Pick<OrganizationService, 'changeAlong' | 'settingsOf'>;
  changes: Pick<Changes, 'settle'>;
}): RoleNameFollower => ({
  renamed: (tx, actor, change) =>
    organization.changeAlong(tx, actor, singleSignOnSettings, (settings) => renamedIn(settings, change)),
  afterRename: () => changes.settle(),
  async refuseRemoval(tx, name) {
    const settings = await organization.settingsOf(singleSignOnSettings, tx);
    if (settings.protocol === 'off') return;
    const place = isSame(settings.defaultRole, name)
      ? 'the default role'
      : settings.rolesFromProvider &&
          Object.values(settings.roleByValue ?? {}).some((one) => isSame(one, name))
        ? 'the role of a value'
        : undefined;
    if (place === undefined) return;
    throw conflict(
      `The role ${name} is ${place} in Settings → General → Single sign-on. Choose another there first.`,
      { code: 'InUse' },
    );
  },
});
