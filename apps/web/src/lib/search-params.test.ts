import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flag,
  flagOr,
  listOf,
  listOfText,
  oneOfOr,
  pageNumber,
  parseSearch,
  readSearch,
  stringifySearch,
  text,
  whole,
} from './search-params.ts';

describe('search parameters', () => {
  it('[000-2.28] writes arrays in bracket form', () => {
    expect(stringifySearch({ status: ['OPEN', 'TRIAGED'], page: 1, none: undefined })).toBe(
      '?status[]=OPEN&status[]=TRIAGED&page=1',
    );
    expect(parseSearch('?status[]=OPEN&status[]=TRIAGED&page=1')).toEqual({
      status: ['OPEN', 'TRIAGED'],
      page: '1',
    });
  });

  it('reads percent-encoded brackets', () => {
    expect(parseSearch('?status%5B%5D=OPEN')).toEqual({ status: ['OPEN'] });
  });

  it('gives back any text it wrote', () => {
    const name = fc.string({ minLength: 1 }).filter((key) => !key.endsWith('[]') && key !== '__proto__');
    const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 1 }));
    fc.assert(
      fc.property(fc.dictionary(name, value), (search) => {
        // A lone surrogate has no UTF-8 form and cannot stand in an address.
        fc.pre(JSON.stringify(search).isWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(search)));
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
      }),
    );
  });

  it('[001-2.50] reads numbers and booleans as such', () => {
    const read = readSearch({ limit: whole(), usePantherFlow: flag(), isArchived: flag(), q: text() });
    const raw = parseSearch(stringifySearch({ limit: 50, usePantherFlow: true, isArchived: false, q: '7' }));
    expect(read(raw as object)).toEqual({ limit: 50, usePantherFlow: true, isArchived: false, q: '7' });
  });

  it('fills defaults and drops what does not fit', () => {
    const read = readSearch({
      page: pageNumber(),
      sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
      isArchived: flagOr(false),
      severity: listOf(['LOW', 'HIGH']),
      tags: listOfText(),
      query: text(),
    });
    expect(
      read(
        parseSearch('?page=x&sortDir=up&severity[]=HIGH&severity[]=HUGE&tags[]=a&tags[]=a&other=1') as object,
      ),
    ).toEqual({
      page: 1,
      sortDir: 'descending',
      isArchived: false,
      severity: ['HIGH'],
      tags: ['a'],
    });
  });

  it('leaves nothing in the address that does not fit: the router lays what is read over it', () => {
    const read = readSearch({ severity: listOf(['LOW', 'HIGH']), enabled: flag(), page: pageNumber() });
    const seen = (address: string) => {
      const raw = parseSearch(address);
      return { ...raw, ...read(raw) };
    };
    expect(seen('?severity=zzz&enabled=%22true%22')).toEqual({ page: 1 });
    expect(seen('?severity=%22HIGH%22')).toEqual({ page: 1 });
    expect(seen('?severity=HIGH')).toEqual({ page: 1, severity: ['HIGH'] });
  });
});
