import type { Indicator } from './indicator.ts';

const form = /^[0-9a-f]{64}$/i;

export const sha256Indicator: Indicator = {
  name: 'sha256',
  description: 'SHA-256 hash: 64 hexadecimal digits, stored in lower case.',
  scan(value, add) {
    if (form.test(value)) add('p_any_sha256_hashes', value.toLowerCase());
  },
};
