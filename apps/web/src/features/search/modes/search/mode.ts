import { filtersOf } from '../../conditions/conditions.ts';
import { legacyOf, readLegacyQuery, valuesOfLegacy } from '../../form/legacy-query.ts';
import type { SearchForm } from '../../form/form-values.ts';
import type { SearchModeDefinition } from '../mode.ts';

/** Words and groups as JSON text; empty where there are none. */
function textOfForm({ text, groups }: Pick<SearchForm, 'text' | 'groups'>): string {
  const words = text.trim();
  const filters = { ...(words === '' ? {} : { text: words }), ...filtersOf(groups) };
  return Object.keys(filters).length === 0 ? '' : JSON.stringify(filters);
}

/** Words of a simple search, and the JSON text of its groups. */
function splitFilters(filters: string): { text: string; rest: string } {
  if (filters === '') return { text: '', rest: '' };
  try {
    const value: unknown = JSON.parse(filters);
    if (typeof value !== 'object' || value === null) return { text: '', rest: '' };
    const { text, ...rest } = value as Record<string, unknown>; // an object, seen above
    return {
      text: typeof text === 'string' ? text : '',
      rest: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
    };
  } catch {
    return { text: '', rest: '' };
  }
}

export const searchMode: SearchModeDefinition = {
  id: 'search',
  label: 'Search',
  language: 'simplesearch',
  isText: false,
  hasScope: true,
  textOf: ({ q = '' }) => q,
  addressOf({ text, groups }) {
    const filters = filtersOf(groups);
    return {
      ...(text === '' ? {} : { q: text }),
      ...(filters ? { filters: JSON.stringify(filters) } : {}),
    };
  },
  filtersOf: textOfForm,
  addressOfFilters(filters) {
    const { text, rest } = splitFilters(filters);
    return { ...(text === '' ? {} : { q: text }), ...(rest === '' ? {} : { filters: rest }) };
  },
  savedOf(form) {
    const filters = textOfForm(form);
    const legacy = legacyOf({ ...form, limit: form.limit ?? undefined });
    return {
      simpleSearchQueryFilter: filters === '' ? '{}' : filters,
      ...(legacy ? { queryCookie: JSON.stringify(legacy) } : {}),
    };
  },
  filtersOfSaved: ({ queryKind, query, simpleSearchQueryFilter }) =>
    queryKind === 'simplesearch' && !query ? (simpleSearchQueryFilter ?? '') : undefined,
  // A query saved in the first form has nothing but that.
  formOfOld({ simpleSearchQueryFilter, queryCookie }) {
    const legacy = simpleSearchQueryFilter ? undefined : readLegacyQuery(queryCookie ?? '');
    if (legacy === undefined) return undefined;
    const { limit, sortDirection, ...values } = valuesOfLegacy(legacy);
    return {
      ...values,
      ...(limit === undefined ? {} : { limit }),
      ...(sortDirection === undefined ? {} : { sortDirection }),
    };
  },
};
