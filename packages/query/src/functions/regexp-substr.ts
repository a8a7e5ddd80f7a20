import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { regexFault } from './pattern.ts';

export const regexpSubstrFunction = defineFunction({
  name: 'regexp_substr',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'literalText' },
  ],
  returns: text,
  doc: 'First stretch of text that fits a regular expression (RE2); null without one.',
  examples: [
    { sql: "regexp_substr('id=42;', '[0-9]+')", value: '42' },
    { sql: "regexp_substr('x', '[0-9]+')", value: null },
  ],
  check: ([, pattern]) => regexFault(pattern),
  clickhouse: ([s, pattern]) =>
    `if(match(${s!.sql}, ${pattern!.sql}), extract(ifNull(${s!.sql}, ''), concat('(', ${pattern!.sql}, ')')), NULL)`,
});
