import { MargayError } from '@margay/kit';
import type { Catalog } from '@margay/model';

import type { Diagnostic } from '../../diagnostics.ts';
import { errorAt, noSpan, QueryFault, warningAt } from '../../diagnostics.ts';
import { toClickHouse } from '../../dialects/clickhouse/to-clickhouse.ts';
import { columnsOf } from '../../ir/typing.ts';
import type { CompileOptions } from '../options.ts';
import type { Compiled } from '../sql/compile-sql.ts';
import { withRowLimit } from '../sql/compile-sql.ts';
import type { FlowExpression, FlowLet, FlowQuery, FlowTable, FlowTabular } from './ast.ts';
import { lowerExpression } from './lower-expression.ts';
import { flowOf, lowerSource, lowerTable } from './lower-source.ts';
import { lowerStage, sorted } from './lower-stage.ts';
import { parsePantherFlow } from './parse.ts';
import type { Flow, FlowContext } from './scope.ts';
import { scopeOver } from './scope.ts';
import type { Visualization } from './visualize.ts';
import { lowerVisualize } from './visualize.ts';

export interface CompiledFlow extends Compiled {
  /** Set when the query ends in `visualize`. */
  visualize?: Visualization;
  /** Whether the query gives its rows an order of its own. */
  isSorted: boolean;
  /** Whether the query starts with a pipe, so that tables and times come from whoever asks. */
  usesSource: boolean;
}

/** PantherFlow text to an engine query. Never throws for what a person typed: faults come back as diagnostics. */
export function compilePantherFlow(text: string, catalog: Catalog, options: CompileOptions): CompiledFlow {
  const { tree, diagnostics } = parsePantherFlow(text);
  const context = newContext(catalog, options);
  const isReadable = diagnostics.every(
    ({ severity, code }) => severity !== 'error' || code.startsWith('sem.') || code.startsWith('name.'),
  );
  const lowered = isReadable ? guarded(context, () => lowerQuery(tree, context)) : undefined;
  const found = [...diagnostics, ...context.errors].filter(isFirst);
  const base = {
    tables: [...context.tables.values()],
    hasLimit: lowered?.flow.hasLimit ?? false,
    hasTimeFilter: context.hasTimeFilter,
    expanded: text,
    isSorted: (lowered?.flow.order.length ?? 0) > 0,
    usesSource: context.usesSource,
    ...(lowered?.visualize ? { visualize: lowered.visualize } : {}),
  };
  if (lowered && !found.some(({ severity }) => severity === 'error')) {
    const relation = sorted(lowered.flow);
    const query = guarded(context, () => toClickHouse(withRowLimit(relation, options.rowLimit), catalog));
    if (query) {
      if (!context.hasTimeFilter && !options.eventWindow && readsEvents(context))
        context.warnings.push(noTimeFilter(tree));
      return { ...base, ok: true, query, relation, diagnostics: inOrder([...found, ...context.warnings]) };
    }
  }
  const errors = [...found, ...context.errors].filter(isFirst);
  return { ...base, ok: false, diagnostics: inOrder([...errors, ...context.warnings]) };
}

function newContext(catalog: Catalog, options: CompileOptions): FlowContext {
  const { now, source, eventWindow } = options;
  return {
    catalog,
    now,
    errors: [],
    warnings: [],
    tables: new Map(),
    tableVariables: new Map(),
    scalarVariables: new Map(),
    source: () => {
      const relation = source?.();
      return relation && flowOf(relation, columnsOf(relation, catalog));
    },
    usesSource: false,
    eventWindow,
    hasTimeFilter: false,
    lowerTabular,
  };
}

/** One message per place and kind: the tree's own checks may have said the same. */
function isFirst({ start, code }: Diagnostic, index: number, all: Diagnostic[]): boolean {
  return all.findIndex((other) => other.start === start && other.code === code) === index;
}

function inOrder(diagnostics: Diagnostic[]): Diagnostic[] {
  const rank = ({ severity }: Diagnostic) => (severity === 'error' ? 0 : 1);
  return diagnostics.toSorted((a, b) => rank(a) - rank(b) || a.start - b.start || a.end - b.end);
}

/** What `make` gives; a fault becomes a diagnostic. */
function guarded<T>(context: FlowContext, make: () => T): T | undefined {
  try {
    return make();
  } catch (thrown) {
    if (thrown instanceof QueryFault) context.errors.push(thrown.diagnostic);
    else if (thrown instanceof MargayError)
      context.errors.push(errorAt(noSpan, 'query.invalid', thrown.message));
    else throw thrown;
    return undefined;
  }
}

function lowerQuery(
  tree: FlowQuery,
  context: FlowContext,
): { flow: Flow; visualize?: Visualization } | undefined {
  for (const statement of tree.lets) guarded(context, () => define(statement, context));
  const { body } = tree;
  if (!body) return undefined;
  const flow = lowerTabular(body, context);
  const last = body.stages.at(-1);
  if (last?.kind !== 'visualize') return { flow };
  return { flow, visualize: lowerVisualize(last, flow.columns, context) };
}

function define({ name, value }: FlowLet, context: FlowContext): void {
  if (value.kind === 'tabular') {
    context.tableVariables.set(name.text, lowerTabular(value, context));
    return;
  }
  const table = aliasedTable(value, context);
  if (table) context.tableVariables.set(name.text, lowerTable(table, context));
  else context.scalarVariables.set(name.text, lowerExpression(value, scopeOver([], context)));
}

/** `let x = name` may mean a table; a scalar variable of that name comes first. */
function aliasedTable(value: FlowExpression, context: FlowContext): FlowTable | undefined {
  const parts = namesIn(value);
  if (!parts || context.scalarVariables.has(parts[0]!.text)) return undefined;
  return { kind: 'table', parts, span: value.span };
}

function namesIn(value: FlowExpression): FlowTable['parts'] | undefined {
  if (value.kind === 'variable') return [{ text: value.name, span: value.span }];
  if (value.kind !== 'member') return undefined;
  const base = namesIn(value.base);
  return base && base.length < 3 ? [...base, value.key] : undefined;
}

/** Faults of a stage leave the rows as they were before it, so that later stages are read too. */
function lowerTabular(tabular: FlowTabular, context: FlowContext): Flow {
  const start = context.errors.length;
  let flow = guarded(context, () => sourceOf(tabular, context));
  if (!flow)
    return context.errors.length > start ? nowhere : flowOf({ kind: 'values', columns: [], rows: [] }, []);
  for (const stage of tabular.stages) {
    const before: Flow = flow;
    flow = guarded(context, () => lowerStage(stage, before, context)) ?? before;
  }
  return flow;
}

/** Stands in for a source that could not be read; the query is refused, so nothing ever runs over it. */
const nowhere = flowOf({ kind: 'values', columns: [], rows: [] }, []);

function sourceOf({ source, span }: FlowTabular, context: FlowContext): Flow {
  if (source) return lowerSource(source, context);
  context.usesSource = true;
  const flow = context.source();
  if (!flow)
    throw new QueryFault(
      errorAt(span, 'name.unknown_table', 'The query names no table.', 'Begin it with the name of a table.'),
    );
  return flow;
}

function readsEvents(context: FlowContext): boolean {
  return [...context.tables.values()].some(({ database, table }) =>
    context.catalog.find(database, table)?.columns.some((column) => column.name === 'p_event_time'),
  );
}

function noTimeFilter({ body, span }: FlowQuery): Diagnostic {
  return warningAt(
    body?.source?.span ?? span,
    'warn.no_time_filter',
    'The query has no time filter and reads every event of its tables.',
    'Add | where p_event_time > time.ago(1d).',
  );
}
