import type { SearchModeDefinition } from '../mode.ts';
import { sqlOfForm } from './sql-of-form.ts';

export const sqlMode: SearchModeDefinition = {
  id: 'sql',
  label: 'SQL',
  language: 'sql',
  isText: true,
  hasScope: false,
  textOfForm: sqlOfForm,
  textOf: ({ q = '' }) => q,
  addressOf: ({ text }) => ({ mode: 'sql', ...(text === '' ? {} : { q: text }) }),
  filtersOf: ({ text }) => text,
  addressOfFilters: (filters) => ({ mode: 'sql', q: filters }),
  savedOf: ({ text }) => ({ sqlQuery: text, databases: [], tables: [] }),
  // Whatever its kind: it has no text of another language.
  filtersOfSaved: ({ sqlQuery }) => sqlQuery ?? '',
};
