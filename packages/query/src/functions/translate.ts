import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const translateFunction = defineFunction({
  name: 'translate',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'from', type: 'literalText' },
    { name: 'to', type: 'literalText' },
  ],
  returns: text,
  doc: 'Characters replaced one by one; those without a counterpart vanish.',
  examples: [{ sql: "translate('abc', 'ab', 'x')", value: 'xc' }],
  check: ([, from, to]) =>
    typeof from === 'string' && typeof to === 'string' && [...to].length > [...from].length
      ? 'There are more characters to put in than to take out.'
      : undefined,
  clickhouse: ([s, from, to]) => `translateUTF8(${s!.sql}, ${from!.sql}, ${to!.sql})`,
});
