import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { flaggedPattern, fromPosition, regexpFault } from './regexp-options.ts';

export const regexpCountFunction = defineFunction({
  name: 'regexp_count',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'literalText' },
    { name: 'position', type: 'literalNumber', optional: true },
    { name: 'letters', type: 'literalText', optional: true },
  ],
  returns: integer,
  doc: 'How often a regular expression (RE2) occurs.',
  examples: [
    { sql: "regexp_count('a1b22', '[0-9]+')", value: 2 },
    { sql: "regexp_count('aAa', 'A', 2, 'i')", value: 2 },
  ],
  check: ([, pattern, position, letters]) => regexpFault(pattern, { position, letters }),
  clickhouse: ([s, pattern, position, letters]) =>
    position
      ? `if(isNull(${s!.sql}), NULL, toInt64(countMatches(${fromPosition(s!, position)}, ${flaggedPattern(pattern!, letters)})))`
      : `toInt64(countMatches(${s!.sql}, ${pattern!.sql}))`,
});
