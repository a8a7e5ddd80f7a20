import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const roundFunction = defineFunction({
  name: 'round',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'number' },
    { name: 'digits', type: 'literalNumber', optional: true },
  ],
  returns: float,
  doc: 'Rounded to so many decimals (default 0), halves away from zero.',
  examples: [
    { sql: 'round(2.5)', value: 3 },
    { sql: 'round(-2.5)', value: -3 },
    { sql: 'round(1.234, 2)', value: 1.23 },
  ],
  clickhouse: ([x, digits]) => {
    const factor = `pow(10, ${digits ? digits.sql : '0'})`;
    return `(sign(${x!.sql}) * floor(abs(${x!.sql}) * ${factor} + 0.5) / ${factor})`;
  },
});
