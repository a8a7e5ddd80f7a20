import { formatSql, hasFlowPragma } from '@margay/query';
import type { Catalog } from '@margay/model';
import { useMemo } from 'react';
import { fieldValues } from '../../editor/pantherflow/field-values.ts';
import { loadFlowEngine } from '../../editor/pantherflow/load-engine.ts';
import { useFlowLanguage } from '../../editor/pantherflow/use-flow-language.ts';
import { useSqlLanguage } from '../../editor/sql/sql-editor.tsx';
import { readPropertyValues } from '../../lib/data-lake/property-values.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
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
  const graphql = useGraphql();
  // Without the tables of a form a text that names none has no values.
  const values = useMemo(
    () =>
      fieldValues((path, scope, signal) =>
        scope ? readPropertyValues(graphql, { path, ...scope }, signal) : Promise.resolve([]),
      ),
    [graphql],
  );
  const sql = useSqlLanguage(tables, { onRun, onRunSelection });
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
