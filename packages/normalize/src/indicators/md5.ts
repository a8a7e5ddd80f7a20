import type { Indicator } from './indicator.ts';

const form = /^[0-9a-f]{32}$/i;

export const md5Indicator: Indicator = {
  name: 'md5',
  description: 'MD5 hash: 32 hexadecimal digits, stored in lower case.',
  scan(value, add) {
    if (form.test(value)) add('p_any_md5_hashes', value.toLowerCase());
  },
};
