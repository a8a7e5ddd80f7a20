import { formatSql, hasFlowPragma } from '@margay/query';
import type { Catalog } from '@margay/model';
import { useTableValues } from '../../editor/use-table-values.ts';
import { loadFlowEngine } from '../../editor/pantherflow/load-engine.ts';
import { useFlowLanguage } from '../../editor/pantherflow/use-flow-language.ts';
import { useSqlLanguage } from '../../editor/sql/sql-editor.tsx';
import type { SqlTable } from '../../editor/sql/sql-tables.ts';

const noColumns = [] as const;

/** The editor's language for a text: SQL, or PantherFlow where a line of it says so. */
export function useQueryLanguage(
  text: string,
  options: {
    tables: readonly SqlTable[];
    catalog: Catalog;
    onRun: () => void;
    onRunSelection: () => void;
  },
) {
  const { tables, catalog, onRun, onRunSelection } = options;
  const values = useTableValues();
  const sql = useSqlLanguage(tables, values, { onRun, onRunSelection });
  const flow = useFlowLanguage({
    catalog,
    callerColumns: noColumns,
    values,
    showsHints: true,
    onRun,
    onRunSelection,
  });
  return hasFlowPragma(text) ? flow : sql;
}

/** The text, evenly laid out; what is wrong with SQL that cannot be. */
export async function formatted(text: string): Promise<ReturnType<typeof formatSql>> {
  if (!hasFlowPragma(text)) return formatSql(text);
  const engine = await loadFlowEngine();
  return { text: engine?.formatPantherFlow(text) ?? text };
}
