import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { regexFault } from './pattern.ts';

export const regexpReplaceFunction = defineFunction({
  name: 'regexp_replace',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'literalText' },
    { name: 'replacement', type: 'literalText', optional: true },
  ],
  returns: text,
  doc: 'Every stretch that fits a regular expression (RE2) replaced; `\\1` inserts a group.',
  examples: [{ sql: "regexp_replace('a1b2', '[0-9]', '#')", value: 'a#b#' }],
  check: ([, pattern]) => regexFault(pattern),
  clickhouse: ([s, pattern, replacement]) =>
    `replaceRegexpAll(${s!.sql}, ${pattern!.sql}, ${replacement ? replacement.sql : "''"})`,
});
