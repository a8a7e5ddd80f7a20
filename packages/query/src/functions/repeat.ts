import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const repeatFunction = defineFunction({
  name: 'repeat',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'count', type: 'integer' },
  ],
  returns: text,
  doc: 'Text so many times in a row, up to 10,000.',
  examples: [
    { sql: "repeat('ab', 3)", value: 'ababab' },
    { sql: "repeat('ab', -1)", value: '' },
  ],
  clickhouse: ([s, count]) => `repeat(${s!.sql}, greatest(0, least(${count!.sql}, 10000)))`,
});
