import type { HistoryEntry, SearchKind } from './queries.ts';

export const kindLabels: Record<SearchKind, string> = {
  search: 'Search',
  adhoc: 'SQL',
  pantherflow: 'PantherFlow',
  scheduled: 'Scheduled',
  indicator: 'Indicator',
  alertSummary: 'Alert summary',
};

/** What people call it: a search of the search screen by its language, anything else by what it is for. */
export function kindOf({ kind, params }: Pick<HistoryEntry, 'kind' | 'params'>): string {
  const language = typeof params === 'object' && params !== null && 'language' in params && params.language;
  if (kind === 'search' && language === 'pantherflow') return kindLabels.pantherflow;
  if (kind === 'search' && language === 'sql') return kindLabels.adhoc;
  return kindLabels[kind] ?? kind;
}

/** The list shows so much of a text. */
const textLength = 100;

/** What was asked, on one line: the SQL, or the words and conditions of the form and where it looked. */
export function textOf({ sql, params }: Pick<HistoryEntry, 'sql' | 'params'>): string {
  const text = sql === '' ? formText(params) : sql.replaceAll(/\s+/g, ' ').trim();
  return text.length > textLength ? `${text.slice(0, textLength)}…` : text;
}

interface Params {
  filters?: unknown;
  databases?: unknown;
  tables?: unknown;
}

function formText(params: unknown): string {
  const { filters, databases, tables } = (
    typeof params === 'object' && params !== null ? params : {}
  ) as Params;
  const wanted = typeof filters === 'string' && filters !== '' ? conditionsText(filters) : '';
  const where = [...listOf(tables), ...(listOf(tables).length === 0 ? listOf(databases) : [])].join(', ');
  return [wanted || 'All events', where && `in ${where}`].filter(Boolean).join(' ');
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

/** Filters are kept as JSON; what cannot be read is shown as it is. */
function conditionsText(filters: string): string {
  try {
    const parsed: unknown = JSON.parse(filters);
    return groupText(parsed);
  } catch {
    return filters;
  }
}

function groupText(node: unknown): string {
  if (typeof node !== 'object' || node === null) return '';
  const { text, and, or, target, operator, value } = node as Record<string, unknown>; // any shape; each field is looked at
  const words = typeof text === 'string' ? text : '';
  const condition =
    typeof target === 'string'
      ? [target, operator, value].filter((part) => typeof part === 'string').join(' ')
      : '';
  const both = Array.isArray(and) ? and.map(groupText).filter(Boolean).join(' and ') : '';
  const either = Array.isArray(or) ? or.map(groupText).filter(Boolean).join(' or ') : '';
  return [words, condition, both, either].filter(Boolean).join(', ');
}

/** Milliseconds from start to end; of what runs, until now. */
export function durationOf({ status, stats, progress }: HistoryEntry): number | undefined {
  if (status === 'running') return progress.elapsedMs > 0 ? progress.elapsedMs : undefined;
  return stats ? stats.executionTime : undefined;
}
