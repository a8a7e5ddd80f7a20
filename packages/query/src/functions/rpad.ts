import { paddingFunction } from './padding.ts';

export const rpadFunction = paddingFunction('rpad', 'right', [
  { sql: "rpad('7', 3, '0')", value: '700' },
  { sql: "rpad('abc', 2)", value: 'ab' },
]);
