import type { FlowExpression, FlowQuery, FlowVisualize } from '../ast.ts';
import { parsePantherFlow, parseValue } from '../parse.ts';
import { printExpression } from '../print.ts';
import { printFlowText, printName } from '../print-expression.ts';
import { tokenizeFlow } from '../tokens.ts';
import { cutStage } from './cut-stage.ts';
import { pathOf } from './flow-schema.ts';

/** A chart as a form shows it. Columns are as the text has them: `hour`, `actor.name`, `` `user-agent` ``. */
export interface FlowChart {
  /** `bar`, `line`, `pie` or `table`; undefined for the usual one. */
  chart?: string;
  xcolumn?: string;
  ycolumn?: string[];
  series?: string;
  title?: string;
  xtitle?: string;
  ytitle?: string;
  /** `visible` or `hidden`. */
  legend?: string;
  /** `stacked` or `unstacked`. */
  kind?: string;
  /** `linear` or `log`. */
  xaxis?: string;
  yaxis?: string;
}

const textNames = ['title', 'xtitle', 'ytitle', 'legend', 'kind', 'xaxis', 'yaxis'] as const;
const known: ReadonlySet<string> = new Set(['xcolumn', 'ycolumn', 'series', ...textNames]);

/** What the `visualize` of a text says; undefined when there is none. */
export function getVisualize(text: string): FlowChart | undefined {
  const stage = visualizeOf(parsePantherFlow(text).tree);
  if (!stage) return undefined;
  const chart: FlowChart = stage.chart ? { chart: stage.chart.text } : {};
  for (const { name, value } of stage.annotations) {
    if (name.text === 'xcolumn' || name.text === 'series') chart[name.text] = columnText(value);
    if (name.text === 'ycolumn')
      chart.ycolumn = (value.kind === 'array' ? value.elements : [value]).map(columnText);
    const textName = textNames.find((candidate) => candidate === name.text);
    if (textName && value.kind === 'literal' && value.type === 'string') chart[textName] = value.value;
  }
  return chart;
}

function visualizeOf(tree: FlowQuery): FlowVisualize | undefined {
  const last = tree.body?.stages.at(-1);
  return last?.kind === 'visualize' ? last : undefined;
}

/** A column named by a text is shown as a column. */
function columnText(value: FlowExpression): string {
  const isText = value.kind === 'literal' && value.type === 'string';
  return isText ? printName(value.value.replaceAll('`', "'")) : printExpression(value);
}

/**
 * The text with this chart at its end, or without one; all else stays as it is, byte for byte. Annotations that a chart
 * does not have are kept. A text whose result cannot be found comes back unchanged.
 */
export function setVisualize(text: string, chart: FlowChart | undefined): string {
  const { tree } = parsePantherFlow(text);
  const stage = visualizeOf(tree);
  if (!chart) return stage ? cutStage(text, stage.span) : text;
  const kept = stage?.annotations.filter(({ name }) => !known.has(name.text)) ?? [];
  const printed = printChart(
    chart,
    kept.map(({ span }) => text.slice(span.start, span.end)),
  );
  if (stage) return text.slice(0, stage.span.start) + printed + text.slice(stage.span.end);
  if (!tree.body) return text;
  const { end } = tree.body.span;
  const isOneLine = !text.slice(0, end).includes('\n');
  return `${text.slice(0, end)}${isOneLine ? ' ' : '\n'}| ${printed}${text.slice(end)}`;
}

function printChart(chart: FlowChart, kept: readonly string[]): string {
  const columns = (chart.ycolumn ?? []).map(safeColumn);
  const parts = [
    ...(chart.xcolumn === undefined ? [] : [`xcolumn=${safeColumn(chart.xcolumn)}`]),
    ...(columns.length > 0 ? [`ycolumn=${columns.length > 1 ? `[${columns.join(', ')}]` : columns[0]}`] : []),
    ...(chart.series === undefined ? [] : [`series=${safeColumn(chart.series)}`]),
    ...textNames.flatMap((name) =>
      chart[name] === undefined ? [] : [`${name}=${printFlowText(chart[name])}`],
    ),
    ...kept,
  ];
  const head = chart.chart === undefined ? 'visualize' : `visualize ${printName(chart.chart)}`;
  return parts.length > 0 ? `${head} ${parts.join(', ')}` : head;
}

/** A path stays one; any other name is put in backticks. */
function safeColumn(column: string): string {
  const tokens = tokenizeFlow(column);
  const value = tokens.some(({ fault, kind }) => fault ?? kind === 'comment')
    ? undefined
    : parseValue(tokens);
  const isWhole = value && pathOf(value) && value.span.end === tokens.at(-1)!.span.end;
  return isWhole ? column : printName(column.replaceAll(/[`\n\r]/g, "'"));
}
