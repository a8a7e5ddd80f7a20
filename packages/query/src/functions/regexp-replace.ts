import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { flaggedPattern, fromPosition, regexpFault } from './regexp-options.ts';

export const regexpReplaceFunction = defineFunction({
  name: 'regexp_replace',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'pattern', type: 'literalText' },
    { name: 'replacement', type: 'literalText', optional: true },
    { name: 'position', type: 'literalNumber', optional: true },
    { name: 'occurrence', type: 'literalNumber', optional: true },
    { name: 'letters', type: 'literalText', optional: true },
  ],
  returns: text,
  doc: 'Every stretch that fits a regular expression (RE2) replaced, or the first for occurrence 1; `\\1` inserts a group.',
  examples: [
    { sql: "regexp_replace('a1b2', '[0-9]', '#')", value: 'a#b#' },
    { sql: "regexp_replace('a1b2', '[A-Z]', '#', 2, 0, 'i')", value: 'a1#2' },
    { sql: "regexp_replace('a1b2', '[0-9]', '#', 1, 1)", value: 'a#b2' },
  ],
  check: ([, pattern, , position, occurrence, letters]) =>
    typeof occurrence === 'number' && occurrence > 1
      ? 'The occurrence may be 0 for all or 1 for the first.'
      : regexpFault(pattern, { position, occurrence, letters }),
  clickhouse: ([s, pattern, replacement, position, occurrence, letters]) => {
    const by = replacement ? replacement.sql : "''";
    const engine = occurrence?.constant === 1 ? 'replaceRegexpOne' : 'replaceRegexpAll';
    if (!position) return `replaceRegexpAll(${s!.sql}, ${pattern!.sql}, ${by})`;
    const at = Number(position.constant);
    const replaced = `${engine}(${fromPosition(s!, position)}, ${flaggedPattern(pattern!, letters)}, ${by})`;
    return `if(isNull(${s!.sql}), NULL, concat(substringUTF8(ifNull(${s!.sql}, ''), 1, ${at - 1}), ${replaced}))`;
  },
});
