import type { FieldRead } from '@margay/detect';
import { overflowColumnName, type LayoutColumn, type TableLayout } from '@margay/lake';
import type { EventObject } from '@margay/model';
import { columnOf, overflowNames, type PageCells } from '@margay/query';
import type { ReducedRead } from './event-window.ts';
import { put } from './rebuild-columns.ts';
import type { RebuiltPage, StoredRows } from './rebuild-page.ts';

/** Cells that hold a value exactly, as the event has it. A 64-bit number may have come as text; JSON and lists lose nulls. */
const cellTypes: Partial<Record<LayoutColumn['cell'], 'string' | 'number' | 'boolean'>> = {
  string: 'string',
  timestamp: 'string',
  int: 'number',
  smallint: 'number',
  float: 'number',
  boolean: 'boolean',
};

/** Undefined where not all a rule looks at has a column of its own: then it must see whole events. */
export function reducedReads(reads: readonly FieldRead[], layout: TableLayout): ReducedRead[] | undefined {
  const found: ReducedRead[] = [];
  for (const { keys, isStrict } of reads) {
    const column = keys.includes('__proto__')
      ? undefined
      : columnOf(layout.columns, { keys, isExact: false });
    if (column === undefined || column.isArray || cellTypes[column.cell] === undefined) return undefined;
    found.push({ column, isStrict });
  }
  return found;
}

const position = ['p_event_time', 'p_row_id'];

/** When and which, the values, and whether the columns may not be the whole truth. */
export function reducedCells(reads: readonly ReducedRead[]): PageCells {
  const params: Record<string, unknown> = {};
  const sql = overflowNames(
    overflowColumnName,
    [...new Set(reads.map(({ column }) => column.path.at(-1) ?? ''))],
    (value, engineType) => {
      const name = `n${Object.keys(params).length}`;
      params[name] = value;
      return `{${name}:${engineType}}`;
    },
  );
  return { columns: [...position, ...reads.map(({ column }) => column.name)], made: [{ sql, params }] };
}

/**
 * Events with nothing but what the rule looks at, so that lines need not be read: the largest column by far. An empty
 * text stands for a row whose columns do not tell exactly what its event held; its line does.
 */
export function reducedPage(
  { rows }: StoredRows,
  reads: readonly ReducedRead[],
  logType: string,
): RebuiltPage {
  const page: RebuiltPage = { texts: [], times: [], rowIds: [] };
  for (const [time, rowId, ...cells] of rows) {
    page.times.push(String(time));
    page.rowIds.push(String(rowId));
    const event = Number(cells.pop()) === 0 ? reducedEvent(cells, reads, logType) : undefined;
    page.texts.push(event === undefined ? '' : JSON.stringify(event));
  }
  return page;
}

function reducedEvent(
  cells: readonly unknown[],
  reads: readonly ReducedRead[],
  logType: string,
): EventObject | undefined {
  const event: EventObject = { p_log_type: logType };
  for (const [index, { column, isStrict }] of reads.entries()) {
    const cell = cells[index];
    if (cell === null) {
      // Columns do not tell an empty object from an absent one.
      if (isStrict) return undefined;
      continue;
    }
    if (typeof cell !== cellTypes[column.cell]) return undefined;
    // The column does not tell 57 from 57.0; code does.
    if (column.cell === 'float' && Number.isInteger(cell)) return undefined;
    // May stand for half a surrogate pair, which the lake cannot hold.
    if (typeof cell === 'string' && cell.includes('\uFFFD')) return undefined;
    put(event, column.path, cell);
  }
  return event;
}
