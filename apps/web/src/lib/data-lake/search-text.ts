/** Lists show so much of a text. */
const textLength = 100;

/** What was asked, on one line: the SQL, or the words and conditions of the form and where it looked. */
export function searchText({ sql, params }: { sql: string; params: unknown }): string {
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
