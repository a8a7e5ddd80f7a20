import { useMemo, useState } from 'react';
import type { FieldValue } from '@margay/query';
import type { Catalog } from '@margay/model';
import type { EditorProblem } from '../../../../editor/code-editor-props.ts';
import { fieldValues, type ValueScope } from '../../../../editor/field-values.ts';
import { flowProblems } from '../../../../editor/pantherflow/flow-problems.ts';
import type { FlowEngine } from '../../../../editor/pantherflow/flow-functions.ts';
import type { GraphqlClient } from '../../../../lib/graphql/client.ts';
import { useGraphql } from '../../../../lib/graphql/graphql-context.tsx';
import { localText } from '../../../../lib/storage.ts';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import { flowSelection } from '../form-search.ts';
import { readPropertyValues } from '../../../../lib/data-lake/property-values.ts';
import { readPart } from '../../../../lib/data-lake/queries.ts';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import type { Search } from '../../use-search.ts';

/** A check starts this long after the last key. */
const checkDelayMs = 300;
const noProblems: EditorProblem[] = [];

/** Whether hints stand between the text; kept in this browser. */
export function useShownHints(): [boolean, (isShown: boolean) => void] {
  const store = localText('margay.pantherflow.showHints');
  const [isShown, setShown] = useState(store.read() !== 'false');
  return [
    isShown,
    (next) => {
      store.write(String(next));
      setShown(next);
    },
  ];
}

/** What the server refused, else what the language says of the text once a person stops typing. */
export function useFlowProblems(
  engine: FlowEngine | undefined,
  { form, refusal }: Search,
  catalog: Catalog,
): readonly EditorProblem[] {
  const text = useDebounced(form.text, checkDelayMs);
  const { databases, tables } = form;
  const found = useMemo(
    () => (engine ? flowProblems(engine, text, catalog, { databases, tables }) : noProblems),
    [engine, text, catalog, databases, tables],
  );
  const refused = useMemo(
    () =>
      (refusal?.problems ?? []).map((problem): EditorProblem => ({
        ...problem,
        severity: problem.severity === 'error' ? 'error' : 'warning',
      })),
    [refusal],
  );
  if (refused.length > 0) return refused;
  return text === form.text ? found : noProblems;
}

/** What the editor knows besides the text: the tables of the lake, those chosen in the form, and values of its fields. */
export function useFlowSurroundings(
  engine: FlowEngine | undefined,
  search: Search,
  databases: readonly LakeDatabase[],
  catalog: Catalog,
) {
  const graphql = useGraphql();
  const { queryId, form } = search;
  const { databases: chosen, tables } = form;
  const values = useMemo(
    () =>
      fieldValues((field, scope, signal) =>
        readValues(graphql, { field, scope: scope ?? { databases: chosen, tables }, queryId }, signal),
      ),
    [graphql, chosen, tables, queryId],
  );
  const callerColumns = useMemo(() => {
    if (!engine) return [];
    const text = engine.flowTextOf(flowSelection(databases, { databases: chosen, tables }), undefined);
    return engine.resultColumns(text, { catalog, functions: engine.flowFunctions });
  }, [engine, databases, chosen, tables, catalog]);
  return useMemo(() => ({ catalog, callerColumns, values }), [catalog, callerColumns, values]);
}

/** Values of a field: the usual ones of its tables, then what else is in the rows on screen. */
async function readValues(
  graphql: GraphqlClient,
  wanted: { field: string; scope: ValueScope; queryId: string | undefined },
  signal: AbortSignal,
): Promise<FieldValue[]> {
  const { field, scope, queryId } = wanted;
  const [usual, shown] = await Promise.allSettled([
    readPropertyValues(graphql, { path: field, ...scope }, signal),
    queryId === undefined ? [] : readShownValues(graphql, queryId, field, signal),
  ]);
  if (usual.status === 'rejected' && shown.status === 'rejected') throw usual.reason;
  const counted = new Map((shown.status === 'fulfilled' ? shown.value : []).map((one) => [one.value, one]));
  const first = usual.status === 'fulfilled' ? usual.value : [];
  const known = new Set(first.map(({ value }) => value));
  return [
    ...first.map((one) => counted.get(one.value) ?? one),
    ...[...counted.values()].filter(({ value }) => !known.has(value)),
  ];
}

/** As often as they are in the rows of a search. */
async function readShownValues(
  graphql: GraphqlClient,
  id: string,
  field: string,
  signal: AbortSignal,
): Promise<Required<FieldValue>[]> {
  const part = await readPart(
    graphql,
    { id, component: 'summary', columns: [field] },
    signal,
    () => undefined,
  );
  return part.edges
    .map(({ node }) => ({ value: node['value'], count: Number(node['count']) }))
    .filter((entry): entry is { value: string; count: number } => typeof entry.value === 'string');
}
