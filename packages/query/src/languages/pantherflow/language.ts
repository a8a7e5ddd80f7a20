import type { Catalog } from '@margay/model';
import type { Relation } from '../../ir/relation.ts';
import { columnsOf } from '../../ir/typing.ts';
import { defineLanguage, type CompiledRequest } from '../define.ts';
import { compileSimpleSearch, type CompiledSearch } from '../simple/compile-simple.ts';
import type { SearchRequest } from '../simple/schema.ts';
import { compilePantherFlow } from './compile-pantherflow.ts';
import { summaryFlow } from './editor/summary-flow.ts';
import { parsePantherFlow } from './parse.ts';
import { hasFlowPragma } from './pragma.ts';

/** The databases, tables and times of the form count where the text names no table. */
export const pantherflow = defineLanguage({
  id: 'pantherflow',
  label: 'PantherFlow',
  historyKind: 'pantherflow',
  parts: ['timeline', 'details', 'summary'],
  reads: ['databases', 'tables', 'times'],
  compile: compileFlow,
  text: {
    isMarked: hasFlowPragma,
    // A text that is no statement of another language.
    opens: (text) => text.trim() !== '',
    compile: compilePantherFlow,
    summary: summaryFlow,
    hasLimit(text) {
      const { tree, diagnostics } = parsePantherFlow(text);
      if (tree.body === undefined || diagnostics.some(({ severity }) => severity === 'error'))
        return undefined;
      return tree.body.stages.some(({ kind }) => kind === 'limit');
    },
    needsLimitOnSchedule: false,
    mayNameByPattern: (text) => text.includes('*'),
    mayDraw: (text) => text.includes('visualize'),
  },
});

/** The form's tables and times are the rows of a text that names no table; whatever else it filters comes on top. */
function compileFlow(request: SearchRequest, catalog: Catalog, now: Date): CompiledRequest {
  let form: CompiledSearch | undefined;
  const source = () => {
    form ??= compileSimpleSearch({ ...request, filters: '' }, catalog, { now });
    return form.relation;
  };
  const flow = compilePantherFlow(request.filters, catalog, { now, source });
  const { relation, visualize, diagnostics, isSorted } = flow;
  if (form?.ok === false) return { diagnostics: form.diagnostics };
  if (!flow.ok || !relation) return { diagnostics };
  const search = {
    relation: isSorted ? relation : withoutOrder(relation, catalog),
    catalog,
    range: form?.timeRange ?? {},
    limit: request.limit,
    now,
    ...(visualize ? { visualize } : {}),
  };
  return { search, diagnostics };
}

/** A limit without an order leaves the order of its rows to Search; around it stands a filter that keeps them all. */
function withoutOrder(relation: Relation, catalog: Catalog): Relation {
  const settled = newestLimited(relation, catalog);
  if (settled.kind !== 'limit') return settled;
  return {
    kind: 'filter',
    input: settled,
    where: { kind: 'literal', value: true, type: { kind: 'boolean' } },
  };
}

/**
 * A limit over rows without an order takes the newest. Any rows would do, but timeline, details and summary are asked
 * for apart and must be about the same ones.
 */
function newestLimited(relation: Relation, catalog: Catalog): Relation {
  const { kind } = relation;
  if (kind === 'filter' || kind === 'project')
    return { ...relation, input: newestLimited(relation.input, catalog) };
  if (kind !== 'limit' || relation.input.kind === 'sort') return relation;
  const input = newestLimited(relation.input, catalog);
  const known = columnsOf(input, catalog);
  const keys = ['p_event_time', 'p_row_id'].filter((key) => known.some(({ name }) => name === key));
  if (keys[0] !== 'p_event_time') return { ...relation, input };
  const sortKeys = keys.map((name) => ({ value: { kind: 'column' as const, name }, descending: true }));
  return { ...relation, input: { kind: 'sort', input, keys: sortKeys } };
}
