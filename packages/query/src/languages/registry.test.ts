import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testCatalog } from '../testing/catalog.ts';
import {
  findLanguage,
  languageOf,
  languageOfText,
  markedLanguage,
  searchLanguageIds,
  searchLanguages,
  textLanguages,
} from './index.ts';

const now = new Date('2026-11-20T09:31:20Z');
const request = { databases: [], tables: [], filters: '', limit: 10, sortDir: 'descending' as const };

describe('the registry of search languages', () => {
  it('holds each folder that defines one', async () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    for (const folder of folders) {
      const defined: object = await import(join(import.meta.dirname, folder, 'language.ts'));
      const [language] = Object.values(defined);
      expect(searchLanguages, `add the language of ${folder} to languages/index.ts`).toContain(language);
    }
    expect(searchLanguages).toHaveLength(folders.length);
    expect(new Set(searchLanguageIds).size).toBe(folders.length);
  });

  it('finds them whatever the case of their names', () => {
    expect(findLanguage('PantherFlow')).toBe(languageOf('pantherflow'));
    expect(findLanguage('simpleSearch')?.id).toBe('simplesearch');
    expect(findLanguage('toString')).toBeUndefined();
    expect(textLanguages.map(({ id }) => id)).toEqual(['sql', 'pantherflow']);
  });
});

describe('the language of a text', () => {
  it.each([
    ['select 1', 'sql'],
    ['  SELECT 1', 'sql'],
    ['-- all of it\nselect 1', 'sql'],
    ['/* a */ // b\n ((with a as (select 1) select * from a))', 'sql'],
    ['describe panther_logs.aws_cloudtrail', 'sql'],
    ['selected | where true', 'pantherflow'],
    ['aws_cloudtrail | where x == 1', 'pantherflow'],
    ['| limit 5', 'pantherflow'],
    ['// select\naws_cloudtrail', 'pantherflow'],
    ['-- pragma: pantherflow\nselect 1', 'pantherflow'],
    ['', 'sql'],
  ])('of %j is %s', (text, id) => {
    expect(languageOfText(text).id).toBe(id);
  });

  it('is the usual one unless a line says otherwise', () => {
    expect(markedLanguage('aws_cloudtrail | limit 1', 'sql').id).toBe('sql');
    expect(markedLanguage('select 1', 'pantherflow').id).toBe('pantherflow');
    expect(markedLanguage('select 1\n -- pragma: pantherflow \n', 'sql').id).toBe('pantherflow');
  });

  it('is told in a time that grows with the text', () => {
    for (const part of ['(', '--', '-- \n', '/*', '/* */', '//', ' ', '( -- \n /* */'])
      expect(['sql', 'pantherflow']).toContain(languageOfText(part.repeat(200_000)).id);
  });

  it('is one for every text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(textLanguages).toContain(languageOfText(text));
      }),
    );
  });
});

describe('whether a text limits its rows', () => {
  it.each([
    ['select 1', false],
    ['select 1 limit 5', true],
    ['select (select 1 limit 1)', false],
    ['select 1 limit', undefined],
    ['aws_cloudtrail', false],
    ['aws_cloudtrail | limit 5', true],
    ['aws_cloudtrail | take 5', undefined],
    ['aws_cloudtrail | limit 5 | where true', true],
    ['union aws_cloudtrail, (aws_alb | limit 5)', false],
    ['aws_cloudtrail | |', undefined],
  ])('%j: %s', (text, expected) => {
    expect(languageOfText(text).text.hasLimit(text)).toBe(expected);
  });
});

it.each(searchLanguages)('$label takes anything for its text without throwing', (language) => {
  fc.assert(
    fc.property(fc.string(), (filters) => {
      const { search, diagnostics } = language.compile({ ...request, filters }, testCatalog, now);
      if (!search) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    }),
  );
});
