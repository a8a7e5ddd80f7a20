import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { groupPlace, occurrences, regexpFault, regexpOptions } from './regexp-options.ts';

export const regexpSubstrFunction = defineFunction({
  name: 'regexp_substr',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }, { name: 'pattern', type: 'literalText' }, ...regexpOptions],
  returns: text,
  doc: 'Stretch of text that fits a regular expression (RE2), or a group of it; null without one.',
  examples: [
    { sql: "regexp_substr('id=42;', '[0-9]+')", value: '42' },
    { sql: "regexp_substr('x', '[0-9]+')", value: null },
    { sql: "regexp_substr('a1 B2', '([a-z])([0-9])', 1, 2, 'ie', 2)", value: '2' },
    { sql: "regexp_substr('a1b2', '[0-9]', 3)", value: '2' },
  ],
  check: ([, pattern, position, occurrence, letters, group]) =>
    regexpFault(pattern, { position, occurrence, letters, group }),
  clickhouse: ([s, pattern, position, occurrence, letters, group]) => {
    if (!position)
      return `if(match(${s!.sql}, ${pattern!.sql}), extract(ifNull(${s!.sql}, ''), concat('(', ${pattern!.sql}, ')')), NULL)`;
    const found = occurrences(s!, pattern!, position, letters);
    const number = Math.max(1, Number(occurrence?.constant ?? 1));
    return `if(isNull(${s!.sql}), NULL, arrayElementOrNull(arrayElement(${found}, ${number}), ${groupPlace(letters, group)}))`;
  },
});
