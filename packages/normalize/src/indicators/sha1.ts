import type { Indicator } from './indicator.ts';

const form = /^[0-9a-f]{40}$/i;

export const sha1Indicator: Indicator = {
  name: 'sha1',
  description: 'SHA-1 hash: 40 hexadecimal digits, stored in lower case.',
  scan(value, add) {
    if (form.test(value)) add('p_any_sha1_hashes', value.toLowerCase());
  },
};
