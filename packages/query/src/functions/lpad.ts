import { paddingFunction } from './padding.ts';

export const lpadFunction = paddingFunction('lpad', 'left', [
  { sql: "lpad('7', 3, '0')", value: '007' },
  { sql: "lpad('abc', 2)", value: 'ab' },
]);
