import { ipVersionOf } from '@margay/kit';
import type { Indicator } from './indicator.ts';

export const ipIndicator: Indicator = {
  name: 'ip',
  description: 'IPv4 or IPv6 address.',
  scan(value, add) {
    if (ipVersionOf(value) !== 0) add('p_any_ip_addresses', value);
  },
};
