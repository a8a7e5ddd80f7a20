import type { Indicator } from './indicator.ts';

export const serialNumberIndicator: Indicator = {
  name: 'serial_number',
  description: 'Serial number of a device.',
  scan(value, add) {
    add('p_any_serial_numbers', value);
  },
};
