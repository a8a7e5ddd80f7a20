import type { FormTime } from '../../translation.ts';
import type { FlowQuery, FlowTabular } from '../ast.ts';
import { parsePantherFlow } from '../parse.ts';
import { printPart } from '../print-expression.ts';
import { tokenizeFlow } from '../tokens.ts';
import { cut, cutStage } from './cut-stage.ts';
import { isSymbol, isWord } from './place.ts';
import type { TimeCondition } from './time-range.ts';
import { timeConditionsOf } from './time-range.ts';

/** What the search page shows before anything is typed. */
export const defaultFlowText = 'union panther_logs.public.* | where p_event_time > time.ago(20m)';

/** Where rows come from, as a form has it: whole databases, or tables as `database.table`. */
export interface FlowSelection {
  databases: readonly string[];
  tables: readonly { database: string; name: string }[];
}

export type FlowTimeSelection = FormTime;

/** `union panther_logs.public.*`; without tables whole databases, without those all logs. */
export function sourceText({ databases, tables }: FlowSelection): string {
  const names = tables.map(({ database, name }) => [database, 'public', name].map(printPart).join('.'));
  const patterns = (databases.length > 0 ? databases : ['panther_logs']).map(
    (database) => `${printPart(database)}.public.*`,
  );
  return `union ${(names.length > 0 ? names : patterns).join(', ')}`;
}

/** A condition such as `p_event_time > time.ago(20m)`. */
export function timeText(time: FlowTimeSelection): string {
  if (time.kind === 'last') {
    const unit = { minutes: 'm', hours: 'h', days: 'd' }[time.unit];
    return `p_event_time > time.ago(${Math.max(0, Math.trunc(time.count))}${unit})`;
  }
  const at = (date: Date) => `time.parse_timestamp('${date.toISOString()}')`;
  return time.end
    ? `p_event_time between ${at(time.start)} .. ${at(time.end)}`
    : `p_event_time >= ${at(time.start)}`;
}

/** A whole text for what a form has chosen. */
export function flowTextOf(selection: FlowSelection, time: FlowTimeSelection | undefined): string {
  return time ? `${sourceText(selection)} | where ${timeText(time)}` : sourceText(selection);
}

/**
 * The text with another source; the rest stays byte for byte. A source that is more than a list of tables (a nested
 * query, rows in the text, a variable) is left as it is, because a form cannot stand for it.
 */
export function setSource(text: string, selection: FlowSelection): string {
  const { tree } = parsePantherFlow(text);
  const { body } = tree;
  if (text.trim() === '') return sourceText(selection);
  if (!body || isUnread(text, body)) return text;
  const { source } = body;
  if (!source) {
    const { start } = body.span;
    return `${text.slice(0, start)}${sourceText(selection)} ${text.slice(start)}`;
  }
  if (!isPlainSource(tree)) return text;
  return text.slice(0, source.span.start) + sourceText(selection) + text.slice(source.span.end);
}

/** A source that could not be read is not the same as none. */
function isUnread(text: string, { source, span }: FlowTabular): boolean {
  return !source && text[span.start] !== '|';
}

/** Only tables of the lake. */
function isPlainSource({ body, lets }: FlowQuery): boolean {
  const source = body?.source;
  const items = source?.kind === 'union' ? source.items : [source];
  const names = new Set(lets.map(({ name }) => name.text));
  return items.every(
    (item) => item?.kind === 'table' && !(item.parts.length === 1 && names.has(item.parts[0]!.text)),
  );
}

/**
 * The text with another time, or with none: conditions on `p_event_time` that hold for every row are replaced, the rest
 * stays byte for byte. A text without a result comes back unchanged.
 */
export function setTime(text: string, time: FlowTimeSelection | undefined): string {
  let edited = text;
  // One after the other, because taking one away moves the others.
  for (;;) {
    const surplus = timeConditionsIn(edited)
      .slice(time ? 1 : 0)
      .at(-1);
    if (!surplus) break;
    edited = withoutCondition(edited, surplus);
  }
  if (!time) return edited;
  const [condition] = timeConditionsIn(edited);
  if (!condition) return withCondition(edited, timeText(time));
  const { start, end } = condition.condition.span;
  return edited.slice(0, start) + timeText(time) + edited.slice(end);
}

/** Only their places matter here, not what the times are. */
function timeConditionsIn(text: string): TimeCondition[] {
  return timeConditionsOf(parsePantherFlow(text).tree, new Date(0));
}

function withoutCondition(text: string, { condition, stage }: TimeCondition): string {
  const tokens = tokenizeFlow(text).filter(({ kind }) => kind !== 'comment');
  let first = tokens.findIndex(({ span }) => span.start >= condition.span.start);
  let last = tokens.findLastIndex(({ span, kind }) => kind !== 'end' && span.end <= condition.span.end);
  while (isSymbol(tokens[first - 1], '(') && isSymbol(tokens[last + 1], ')')) {
    first--;
    last++;
  }
  const before = tokens[first - 1];
  if (isWord(before, 'and')) return cut(text, before!.span.start, tokens[last]!.span.end);
  if (isWord(tokens[last + 1], 'and'))
    return text.slice(0, tokens[first]!.span.start) + text.slice(tokens[last + 2]!.span.start);
  return cutStage(text, stage.span);
}

/** Behind the source, so that less is read. */
function withCondition(text: string, condition: string): string {
  const { body } = parsePantherFlow(text).tree;
  if (!body || isUnread(text, body)) return text;
  const stage = `| where ${condition}`;
  if (!body.source) return `${text.slice(0, body.span.start)}${stage} ${text.slice(body.span.start)}`;
  const { end } = body.source.span;
  const isOneLine = !text.slice(body.span.start, body.span.end).includes('\n');
  return `${text.slice(0, end)}${isOneLine ? ' ' : '\n'}${stage}${text.slice(end)}`;
}
