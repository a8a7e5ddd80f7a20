import type { Engine } from './engines/engine.ts';
import { stringLiteral, tableReference } from './engines/literals.ts';
import { definitionSettings } from './tables/ddl.ts';
import type { TableLayout } from './tables/layout.ts';
import { onCluster, rowsTable } from './tables/placement.ts';

/**
 * Removes the rows with these ids, wherever they lie; ids that are not there are let pass. Gone for every reader when it
 * resolves. The engine links and syncs every part of the table anew for it, 0.1 s each, whatever the number of rows: so for
 * many thousand rows at once, not for one at a time.
 */
export async function removeRows(
  engine: Engine,
  layout: TableLayout,
  rowIds: readonly string[],
): Promise<void> {
  if (rowIds.length === 0) return;
  const table = `${tableReference(rowsTable(layout, engine.cluster))}${onCluster(engine.cluster)}`;
  await engine.run({
    sql: `ALTER TABLE ${table} DELETE WHERE p_row_id IN (${rowIds.map(stringLiteral).join(', ')})`,
    settings: { ...definitionSettings, mutations_sync: 1 },
  });
}
