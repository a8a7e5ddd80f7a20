import { describe, expect, it } from 'vitest';

import { readTerm, wholeWords } from './search-term.ts';

describe('a term of search', () => {
  it.each(['report', '10.0.0.1', 'a "b" c', '"', '*', 'two\nlines'])(
    'in double quotes is %j as in the free text of the form',
    (text) => expect(readTerm(wholeWords(text))).toEqual({ kind: 'rowText', op: 'words', text }),
  );

  it.each(['doug', 'a*b', '"', '""', '"open', ''])('%j is looked for in every value', (term) =>
    expect(readTerm(term)).toEqual({ kind: 'rowText', op: 'values', text: term }),
  );
});
