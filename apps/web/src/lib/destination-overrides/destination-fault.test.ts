import { expect, it } from 'vitest';
import { destinationFault } from './destination-fault.ts';

const there = [{ outputId: 'pager' }, { outputId: 'chat' }];

it('finds destinations that are gone, and nothing while none are known', () => {
  expect(destinationFault(['chat'], there)).toBeUndefined();
  expect(destinationFault(['gone'], undefined)).toBeUndefined();
  expect(destinationFault(['gone', 'chat'], there)).toBe(
    'A destination chosen here was deleted and gets no alerts. Remove it: gone',
  );
  expect(destinationFault(['gone', 'lost'], there)).toBe(
    '2 destinations chosen here were deleted and get no alerts. Remove them: gone, lost',
  );
});
