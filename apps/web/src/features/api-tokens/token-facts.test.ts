import { expect, it } from 'vitest';
import { isAnywhere, networksText } from './token-facts.tsx';

it.each([[[]], [['0.0.0.0/0']], [['10.0.0.0/8', '::/0']]])('says of %j that it is anywhere', (networks) => {
  expect(isAnywhere(networks)).toBe(true);
  expect(networksText(networks)).toBe('Anywhere');
});

it('names networks that leave something out', () => {
  const networks = ['10.0.0.0/8', '192.0.2.0/24', '2001:db8::/32'];
  expect(isAnywhere(networks)).toBe(false);
  expect(networksText(networks)).toBe('10.0.0.0/8, 192.0.2.0/24, +1');
});
