import { defineLanguage } from '../define.ts';
import { compileSimpleSearch } from './compile-simple.ts';

/** The search form: words and conditions as JSON in `filters`, over the chosen tables and times. */
export const simpleSearch = defineLanguage({
  id: 'simplesearch',
  label: 'Search',
  historyKind: 'search',
  parts: ['timeline', 'details', 'summary'],
  reads: ['databases', 'tables', 'times'],
  compile(request, catalog, now) {
    const { relation, diagnostics, ok, timeRange } = compileSimpleSearch(request, catalog, { now });
    if (!ok || !relation) return { diagnostics };
    return { search: { relation, catalog, range: timeRange, limit: request.limit, now }, diagnostics };
  },
});
