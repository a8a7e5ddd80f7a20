import { compileIndicators } from '../../searches/compile-indicators.ts';
import { defineLanguage } from '../define.ts';

/** Addresses, hashes, names … looked for in all fields that hold their kind. */
export const indicators = defineLanguage({
  id: 'indicators',
  label: 'Indicators',
  historyKind: 'indicator',
  parts: ['indicatorTables', 'indicatorValues', 'indicatorLately', 'details'],
  reads: ['databases', 'tables', 'times'],
  compile(request, catalog, now) {
    const compiled = compileIndicators(request, catalog, { now });
    const { search, lately, indicators: wanted, timeRange, diagnostics } = compiled;
    if (!search || !lately) return { diagnostics };
    const { relation, tables, values } = search;
    const { limit } = request;
    return {
      search: {
        relation,
        catalog,
        range: timeRange,
        limit,
        now,
        indicators: { wanted, tables, values, lately: lately.values },
      },
      diagnostics,
    };
  },
});
