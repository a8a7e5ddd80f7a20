import { expandPermissions, type Permission } from '@margay/auth';
import type { Provider } from './store.ts';

/** With these somebody makes access that goes on when their own is over: people and roles, tokens, single sign-on. */
const lasting: readonly Permission[] = ['UserModify', 'OrganizationAPITokenModify', 'GeneralSettingsModify'];

/**
 * What is left in a session of the permissions of a role. Support is let in for some hours and makes nothing that outlasts
 * them, whatever the role; it still sees what it may not change. `provider`: undefined where there is no session.
 */
export function permissionsOfSession(
  held: readonly Permission[],
  provider: Provider | undefined,
): readonly Permission[] {
  if (provider !== 'support') return held;
  return [...expandPermissions(held)].filter((permission) => !lasting.includes(permission));
}
