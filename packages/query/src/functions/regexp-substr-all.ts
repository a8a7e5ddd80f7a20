import { arrayOf, text } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { groupPlace, occurrences, regexpFault, regexpOptions } from './regexp-options.ts';

export const regexpSubstrAllFunction = defineFunction({
  name: 'regexp_substr_all',
  aliases: ['regexp_extract_all'],
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }, { name: 'pattern', type: 'literalText' }, ...regexpOptions],
  returns: arrayOf(text),
  doc: 'Array of all stretches of text that fit a regular expression (RE2), or of a group of each.',
  examples: [
    { sql: "regexp_substr_all('a1 b22', '[0-9]+')", value: ['1', '22'] },
    { sql: "regexp_substr_all('a1 b2', '([a-z])([0-9])', 1, 1, 'e', 2)", value: ['1', '2'] },
  ],
  check: ([, pattern, position, occurrence, letters, group]) =>
    regexpFault(pattern, { position, occurrence, letters, group }),
  clickhouse: ([s, pattern, position, occurrence, letters, group]) => {
    const found = occurrences(s!, pattern!, position, letters);
    const from = Math.max(1, Number(occurrence?.constant ?? 1));
    return `arrayMap(groups -> arrayElement(groups, ${groupPlace(letters, group)}), arraySlice(${found}, ${from}))`;
  },
});
