import type { Indicator } from './indicator.ts';

/** `aa:bb:cc:dd:ee:ff`, with dashes, or `aabb.ccdd.eeff`. */
const form =
  /^(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})$/i;

export const macIndicator: Indicator = {
  name: 'mac',
  description: 'Hardware address, stored in lower case with colons.',
  scan(value, add) {
    if (!form.test(value)) return;
    const digits = value.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
    add('p_any_mac_addresses', digits.match(/../g)!.join(':'));
  },
};
