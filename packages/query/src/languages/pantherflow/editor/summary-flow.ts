import type { SummaryOptions } from '../../summary-options.ts';
import { parsePantherFlow } from '../parse.ts';
import { printFlowText, printName } from '../print-expression.ts';
import { setVisualize } from './visualize.ts';

/**
 * The text for the values of a column of another text: columns `value`, `row_count` and, where rows have an event
 * time, `first_seen` and `last_seen`. The text must be one that compiles.
 */
export function summaryFlow(
  text: string,
  { path, hasEventTime, isDescending, limit }: SummaryOptions,
): string {
  const rows = setVisualize(text, undefined);
  const { body } = parsePantherFlow(rows).tree;
  const end = body ? body.span.end : rows.length;
  const [column, ...keys] = path;
  const value = `${printName(column)}${keys.map((key) => `[${printFlowText(key)}]`).join('')}`;
  const computed = [
    'row_count=agg.count()',
    ...(hasEventTime ? ['first_seen=agg.min(p_event_time)', 'last_seen=agg.max(p_event_time)'] : []),
  ];
  const stages = [
    `summarize ${computed.join(', ')} by value=${value}`,
    `project value, row_count${hasEventTime ? ', first_seen, last_seen' : ''}`,
    `sort row_count ${isDescending ? 'desc' : 'asc'}, value asc`,
    `limit ${limit}`,
  ];
  return `${rows.slice(0, end)}\n${stages.map((stage) => `| ${stage}`).join('\n')}${rows.slice(end)}`;
}
