import { addHost, hostOfAddress } from './hosts.ts';
import type { Indicator } from './indicator.ts';

export const netAddrIndicator: Indicator = {
  name: 'net_addr',
  description: 'Address with or without a port.',
  scan(value, add) {
    addHost(hostOfAddress(value), add);
  },
};
