import { addHost } from './hosts.ts';
import { hostOfUrl } from './url-host.ts';
import type { Indicator } from './indicator.ts';

export const urlIndicator: Indicator = {
  name: 'url',
  description: 'Web address, of which the host is taken.',
  scan(value, add) {
    addHost(hostOfUrl(value), add);
  },
};
