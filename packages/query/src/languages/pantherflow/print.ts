import type {
  FlowAssign,
  FlowExpression,
  FlowLet,
  FlowNamed,
  FlowQuery,
  FlowSearch,
  FlowSortKey,
  FlowSource,
  FlowStage,
  FlowTable,
  FlowTabular,
  FlowUnion,
  FlowVisualize,
} from './ast.ts';
import { printFlowExpression, printFlowText, printName, printPart } from './print-expression.ts';

/** PantherFlow text of a tree without broken stages, which parses to the same tree. */
export function printPantherFlow(query: FlowQuery): string {
  const statements = query.lets.map((statement) => `${printLet(statement)};`);
  return [...statements, ...(query.body ? [printTabular(query.body)] : [])].join(' ');
}

function printLet({ name, value }: FlowLet): string {
  const text = value.kind === 'tabular' ? printTabular(value) : printExpression(value);
  return `let ${printName(name.text)} = ${text}`;
}

function printTabular({ source, stages }: FlowTabular): string {
  const parts = source ? [printSource(source)] : [];
  return [...parts, ...stages.map((stage) => `| ${printStage(stage)}`)].join(' ');
}

export function printExpression(expression: FlowExpression): string {
  return printFlowExpression(expression, ({ query }) => `toscalar(${printTabular(query)})`);
}

function printSource(source: FlowSource): string {
  switch (source.kind) {
    case 'table':
      return printTable(source);
    case 'datatable':
      return `datatable [${source.rows.map(printExpression).join(', ')}]`;
    case 'range': {
      const [from, to, step] = [source.from, source.to, source.step].map(printBound);
      return `range ${printName(source.name.text)} from ${from} to ${to} step ${step}`;
    }
    case 'union':
      return printUnion(source);
    case 'tabular':
      return `(${printTabular(source)})`;
  }
}

/** Only sums and what binds tighter may stand between the words of a range. */
function printBound(bound: FlowExpression): string {
  const isLoose =
    bound.kind === 'in' || bound.kind === 'between' || bound.kind === 'unary' || bound.kind === 'binary';
  return isLoose ? `(${printExpression(bound)})` : printExpression(bound);
}

/** A part with a `*` is a pattern as long as it is not quoted. */
function printTable({ parts }: FlowTable): string {
  const isPattern = (text: string) => /^(?:[A-Za-z_][A-Za-z0-9_]*)?(?:\*[A-Za-z0-9_]*)+$/.test(text);
  return parts
    .map(({ text }, index) => (isPattern(text) ? text : index === 0 ? printTableName(text) : printPart(text)))
    .join('.');
}

/** Words that begin another source are names only in backticks. */
function printTableName(name: string): string {
  return ['datatable', 'range', 'union', 'let'].includes(name) ? `\`${name}\`` : printName(name);
}

function printUnion({ items }: FlowUnion): string {
  return `union ${items.map((item) => (item.kind === 'table' ? printTable(item) : `(${printTabular(item)})`)).join(', ')}`;
}

function printStage(stage: FlowStage): string {
  switch (stage.kind) {
    case 'where':
      return `where ${printExpression(stage.condition)}`;
    case 'project':
      return `project ${stage.items.map(printNamed).join(', ')}`;
    case 'extend':
      return `extend ${stage.items.map(printAssign).join(', ')}`;
    case 'summarize':
      return `summarize${printAggregates(stage.aggregates)}${stage.keys.length > 0 ? ` by ${stage.keys.map(printNamed).join(', ')}` : ''}`;
    case 'sort':
      return `sort ${stage.keys.map(printSortKey).join(', ')}`;
    case 'limit':
    case 'sample':
      return `${stage.kind} ${printExpression(stage.count)}`;
    case 'join': {
      const on = stage.on ? ` on ${printExpression(stage.on)}` : '';
      return `join kind=${printName(stage.type.text)} ${printName(stage.destination.text)}=(${printTabular(stage.right)})${on}`;
    }
    case 'union':
      return printUnion(stage);
    case 'search':
      return `search ${printSearch(stage.condition, 0)}`;
    case 'visualize':
      return printVisualize(stage);
    case 'broken':
      return stage.word?.text ?? '';
  }
}

function printNamed({ name, value }: FlowNamed): string {
  return name ? `${printName(name.text)} = ${printExpression(value)}` : printExpression(value);
}

function printAggregates(aggregates: FlowNamed[]): string {
  return aggregates.length > 0 ? ` ${aggregates.map(printNamed).join(', ')}` : '';
}

function printAssign({ target, value }: FlowAssign): string {
  const [column, ...keys] = target;
  const path = keys.map(({ text }) => `[${printFlowText(text)}]`).join('');
  return `${printName(column?.text ?? '')}${path} = ${printExpression(value)}`;
}

function printSortKey({ value, direction, nulls }: FlowSortKey): string {
  return `${printExpression(value)}${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`;
}

const searchLevels = { or: 1, and: 2, not: 3, term: 3 };

function printSearch(search: FlowSearch, needed: number): string {
  const level = searchLevels[search.kind];
  const text = printBareSearch(search);
  return level < needed ? `(${text})` : text;
}

function printBareSearch(search: FlowSearch): string {
  if (search.kind === 'term') return printFlowText(search.text);
  if (search.kind === 'not') return `not ${printSearch(search.operand, searchLevels.not)}`;
  const level = searchLevels[search.kind];
  return `${printSearch(search.left, level)} ${search.kind} ${printSearch(search.right, level + 1)}`;
}

function printVisualize({ chart, annotations }: FlowVisualize): string {
  const parts = annotations.map(({ name, value }) => `${printName(name.text)} = ${printExpression(value)}`);
  return `visualize${chart ? ` ${printName(chart.text)}` : ''}${parts.length > 0 ? ` ${parts.join(', ')}` : ''}`;
}
