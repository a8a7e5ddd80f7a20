import { searchLanguages } from '@margay/query';
import { describe, expect, it } from 'vitest';
import { queryKindLabels } from '../../../lib/saved-search.ts';
import { searchModes } from '../search-modes.ts';
import { modeOfAddress, searchModeList } from './index.ts';

describe('the modes of the search screen', () => {
  it('are one folder each, in the order in which the address knows them', () => {
    const folders = Object.keys(import.meta.glob('./*/mode.ts')).map((path) => path.split('/')[1]);
    expect(searchModeList.map(({ id }) => id)).toEqual([...searchModes]);
    expect(folders.toSorted()).toEqual([...searchModes].toSorted());
  });

  it('are told by the address, whatever it holds', () => {
    const told = (address: object) => modeOfAddress(address).id;
    expect(told({ mode: 'sql' })).toBe('sql');
    expect(told({ mode: 'pantherflow' })).toBe('pantherflow');
    expect(told({ mode: 'sql', usePantherFlow: true })).toBe('pantherflow');
    for (const mode of ['telepathy', 'constructor', '', undefined]) expect(told({ mode })).toBe('search');
  });

  it('name languages of the server, texts as texts, by the words people read everywhere', () => {
    for (const { language, isText, label } of searchModeList) {
      const known = searchLanguages.find(({ id }) => id === language);
      expect(known && 'text' in known).toBe(isText);
      expect(queryKindLabels[language]).toBe(label);
    }
  });
});
