import type { Catalog } from '@margay/model';
import { lakeDatabases } from '@margay/model';

import type { Diagnostic } from '../diagnostics.ts';
import { errorAt, noSpan } from '../diagnostics.ts';
import type { TimeRange } from '../ir/relation.ts';
import type { Report, ScopeRequest } from '../languages/simple/read-scope.ts';
import { readScope } from '../languages/simple/read-scope.ts';
import type { IndicatorSearch } from './indicator-search.ts';
import { indicatorSearch } from './indicator-search.ts';
import type { Indicator } from './indicator-values.ts';
import { maxIndicators, readIndicators } from './indicator-values.ts';

export interface CompiledIndicators {
  /** Absent when something is wrong. */
  search?: IndicatorSearch;
  /** The same without regard to the time asked for: over the last 180 days, so that "none" can say where to look. */
  lately?: IndicatorSearch;
  indicators: Indicator[];
  timeRange: TimeRange;
  diagnostics: Diagnostic[];
}

/** What counts as lately, in days. */
export const latelyDays = 180;
const dayMs = 86_400_000;

export interface IndicatorRequest extends ScopeRequest {
  /** The indicators as `readIndicators` takes them. */
  filters: string;
}

/** An indicator search over the chosen tables, or over all tables of all databases. */
export function compileIndicators(
  request: IndicatorRequest,
  catalog: Catalog,
  { now }: { now: Date },
): CompiledIndicators {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (path, code, message) =>
    diagnostics.push({ ...errorAt(noSpan, code, message), path });
  const isEverywhere = request.databases.length === 0 && request.tables.length === 0;
  const databases = isEverywhere ? [...lakeDatabases] : request.databases;
  const { tables, timeRange } = readScope({ ...request, databases }, catalog, now, report);
  const { indicators, invalid } = readIndicators(request.filters);
  for (const { text, reason } of invalid.slice(0, 20))
    report('indicators', 'value.invalid', `"${text.slice(0, 100)}" is no indicator: ${reason}.`);
  if (indicators.length === 0 && invalid.length === 0)
    report('indicators', 'value.invalid', 'Give at least one indicator, such as an IP address or a hash.');
  if (indicators.length > maxIndicators)
    report(
      'indicators',
      'value.invalid',
      `There are ${indicators.length} indicators. Search for at most ${maxIndicators} at once.`,
    );
  if (diagnostics.length > 0) return { indicators, timeRange, diagnostics };
  const search = indicatorSearch(indicators, catalog, { range: timeRange, tables });
  if (!search)
    report('tables', 'name.unknown_table', 'None of the tables has indicator fields. Choose others.');
  if (!search) return { indicators, timeRange, diagnostics };
  const range = { fromMs: now.getTime() - latelyDays * dayMs, toMs: now.getTime() };
  const lately = indicatorSearch(indicators, catalog, { range, tables });
  return { search, ...(lately ? { lately } : {}), indicators, timeRange, diagnostics };
}
