import { searchLanguages } from '@margay/query';
import { describe, expect, it } from 'vitest';
import { queryKindLabels } from '../../../lib/saved-search.ts';
import { searchModes } from '../search-modes.ts';
import { searchModeList } from './index.ts';

describe('the modes of the search screen', () => {
  it('are one folder each, in the order in which the address knows them', () => {
    const folders = Object.keys(import.meta.glob('./*/mode.ts')).map((path) => path.split('/')[1]);
    expect(searchModeList.map(({ id }) => id)).toEqual([...searchModes]);
    expect(folders.toSorted()).toEqual([...searchModes].toSorted());
  });

  it('name languages of the server, texts as texts, by the words people read everywhere', () => {
    for (const { language, isText, label } of searchModeList) {
      const known = searchLanguages.find(({ id }) => id === language);
      expect(known && 'text' in known).toBe(isText);
      expect(queryKindLabels[language]).toBe(label);
    }
  });
});
