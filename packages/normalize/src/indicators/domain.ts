import { addDomain } from './hosts.ts';
import type { Indicator } from './indicator.ts';

export const domainIndicator: Indicator = {
  name: 'domain',
  description: 'Domain name.',
  scan(value, add) {
    addDomain(value, add);
  },
};
