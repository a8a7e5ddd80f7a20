import { requiredFault } from '@margay/settings';
import { isForbiddenNetwork } from '@margay/kit/node';
import type { NetworkSettings } from './network-settings.ts';
import type { SettingGroup } from './setting-group.ts';
import { settingFault } from './setting-fault.ts';

/** Networks that would let nothing through are no choice that somebody means. */
export function assertNetworks(
  group: Pick<SettingGroup, 'title'>,
  { privateAddresses, networks = [] }: NetworkSettings,
): void {
  if (privateAddresses !== 'networks') return;
  const fault = (message: string) => settingFault(group, { field: 'networks', message });
  if (networks.length === 0) throw fault(requiredFault);
  const refused = networks.find(isForbiddenNetwork);
  if (refused !== undefined)
    throw fault(
      `${refused} is refused always: link-local addresses and those of cloud metadata are never called. Leave it out.`,
    );
}
