import type { SearchLanguage, TextLanguage } from './define.ts';
import { indicators } from './indicators/language.ts';
import { pantherflow } from './pantherflow/language.ts';
import { simpleSearch } from './simple/language.ts';
import { sql } from './sql/language.ts';

/** Every language of searches. Of those that are texts, one that takes whatever no other does comes last. */
export const searchLanguages = [simpleSearch, sql, pantherflow, indicators] as const;

type Known = (typeof searchLanguages)[number];
export type SearchLanguageId = Known['id'];
export type TextLanguageId = Extract<Known, { text: TextLanguage }>['id'];

export const searchLanguageIds = searchLanguages.map(({ id }) => id) as [
  SearchLanguageId,
  ...SearchLanguageId[],
];

const isTexts = (language: Known): language is Extract<Known, { text: TextLanguage }> => 'text' in language;

/** Those in which people write texts. */
export const textLanguages = searchLanguages.filter(isTexts);

const byId = new Map<string, SearchLanguage<SearchLanguageId>>(
  searchLanguages.map((language) => [language.id, language]),
);

/** Names are matched whatever their case. */
export const findLanguage = (id: string): SearchLanguage<SearchLanguageId> | undefined =>
  byId.get(id.toLowerCase());

export function languageOf(id: SearchLanguageId): SearchLanguage<SearchLanguageId> {
  const found = findLanguage(id);
  if (found === undefined) throw new Error(`search language ${id} is not in the registry`);
  return found;
}

/** The language of a text whose reader expects `usual`: another one only where a line of the text says so. */
export const markedLanguage = (text: string, usual: TextLanguageId): (typeof textLanguages)[number] =>
  textLanguages.find((language) => language.text.isMarked(text)) ?? textLanguage(usual);

/** The language of a text that comes alone, as in files of saved queries: told by how it starts. */
export const languageOfText = (text: string): (typeof textLanguages)[number] =>
  textLanguages.find((language) => language.text.isMarked(text)) ??
  textLanguages.find((language) => language.text.opens(text)) ??
  textLanguage('sql');

function textLanguage(id: TextLanguageId): (typeof textLanguages)[number] {
  const found = textLanguages.find((language) => language.id === id);
  if (found === undefined) throw new Error(`query language ${id} is not in the registry`);
  return found;
}
