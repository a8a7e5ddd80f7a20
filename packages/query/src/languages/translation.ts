import type { SimpleFilters } from './simple/schema.ts';

/** What a search form asks for. */
export interface FormSearch {
  databases: readonly string[];
  tables: readonly string[];
  /** None: of all time. */
  time?: FormTime;
  filters: SimpleFilters;
}

/** Of the last so many minutes, hours or days, or from `start` to before `end`, which may be open. */
export type FormTime =
  | { kind: 'last'; count: number; unit: 'minutes' | 'hours' | 'days' }
  | { kind: 'between'; start: Date; end?: Date };

/** A part of a form that a language has no words for. */
export interface Untranslatable {
  /** Where it is: `filters.or[0].and[1]`, `tables`. */
  path: string;
  /** The part as people read it: `raw line row like %x`. */
  words: string;
  /** A sentence that says why not. */
  reason: string;
}

/** A text that finds exactly what the form finds, or everything that keeps it from being one. Nothing is left out. */
export type Translation =
  | { text: string; untranslatable?: undefined }
  | { text?: undefined; untranslatable: Untranslatable[] };
