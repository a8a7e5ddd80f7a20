import { addHost } from './hosts.ts';
import type { Indicator } from './indicator.ts';

export const hostnameIndicator: Indicator = {
  name: 'hostname',
  description: 'Host name, or an IP address in its place.',
  scan(value, add) {
    addHost(value, add);
  },
};
