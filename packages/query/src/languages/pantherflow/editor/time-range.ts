import type { FlowBinaryOperator, FlowExpression, FlowQuery, FlowStage } from '../ast.ts';
import { timespanUnits } from '../timespan.ts';

export interface FlowTime {
  /** Milliseconds since 1970; a relative time as it is now. */
  ms: number;
  /** Counted from the time of the query, as `time.ago(1d)` is. */
  isRelative: boolean;
}

export interface FlowTimeRange {
  start?: FlowTime;
  end?: FlowTime;
}

/** A condition on `p_event_time` that stands in the text. */
export interface TimeCondition extends FlowTimeRange {
  condition: FlowExpression;
  /** The stage it is part of. */
  stage: FlowStage;
}

/** The narrowest range that the text allows. */
export function timeRangeOf(tree: FlowQuery, now: Date): FlowTimeRange | undefined {
  const conditions = timeConditionsOf(tree, now);
  if (conditions.length === 0) return undefined;
  const range: FlowTimeRange = {};
  for (const { start, end } of conditions) {
    if (start && !(range.start && range.start.ms >= start.ms)) range.start = start;
    if (end && !(range.end && range.end.ms <= end.ms)) range.end = end;
  }
  return range;
}

/** Conditions that every row of the result fulfils: parts of `and` before rows are counted, joined or cut off. */
export function timeConditionsOf(tree: FlowQuery, now: Date): TimeCondition[] {
  const values = new Map<string, FlowExpression>();
  for (const { name, value } of tree.lets) if (value.kind !== 'tabular') values.set(name.text, value);
  const clock: Clock = { now, values, depth: 0 };
  const found: TimeCondition[] = [];
  for (const stage of tree.body?.stages ?? []) {
    if (endsEvents(stage)) break;
    if (stage.kind !== 'where') continue;
    for (const condition of conjunctsOf(stage.condition)) {
      const range = rangeOfCondition(condition, clock);
      if (range) found.push({ ...range, condition, stage });
    }
  }
  return found;
}

function endsEvents(stage: FlowStage): boolean {
  if (stage.kind === 'extend') return stage.items.some(({ target }) => target[0]?.text === 'p_event_time');
  return ['summarize', 'join', 'limit', 'sample', 'union', 'project', 'broken'].includes(stage.kind);
}

function conjunctsOf(condition: FlowExpression): FlowExpression[] {
  const conjuncts: FlowExpression[] = [];
  let rest = condition;
  while (rest.kind === 'binary' && rest.op === 'and') {
    conjuncts.unshift(...conjunctsOf(rest.right));
    rest = rest.left;
  }
  return [rest, ...conjuncts];
}

const mirrored: Partial<Record<FlowBinaryOperator, FlowBinaryOperator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function isEventTime(expression: FlowExpression): boolean {
  return expression.kind === 'variable' && expression.name === 'p_event_time';
}

function rangeOfCondition(condition: FlowExpression, clock: Clock): FlowTimeRange | undefined {
  if (condition.kind === 'between' && !condition.isNegated && isEventTime(condition.value)) {
    const [start, end] = [timeOf(condition.from, clock), timeOf(condition.to, clock)];
    return start && end && { start, end };
  }
  if (condition.kind !== 'binary' || mirrored[condition.op] === undefined) return undefined;
  const isForward = isEventTime(condition.left);
  if (!isForward && !isEventTime(condition.right)) return undefined;
  const time = timeOf(isForward ? condition.right : condition.left, clock);
  const op = isForward ? condition.op : mirrored[condition.op]!;
  return time && (op.startsWith('>') ? { start: time } : { end: time });
}

interface Clock {
  now: Date;
  values: ReadonlyMap<string, FlowExpression>;
  /** Variables may be defined by themselves in a broken text. */
  depth: number;
}

/** The value of a constant expression that is a time. */
function timeOf(expression: FlowExpression, clock: Clock): FlowTime | undefined {
  if (expression.kind === 'variable') return ofVariable(expression.name, clock, timeOf);
  if (expression.kind === 'binary') {
    const time = timeOf(expression.left, clock);
    const span = time && spanOf(expression.right, clock);
    if (span === undefined || !time) return undefined;
    if (expression.op === '-') return { ...time, ms: time.ms - span };
    return expression.op === '+' ? { ...time, ms: time.ms + span } : undefined;
  }
  if (expression.kind !== 'call') return undefined;
  const [first, second, third] = expression.args;
  switch (expression.name) {
    case 'time.now':
      return { ms: clock.now.getTime(), isRelative: true };
    case 'time.ago': {
      const span = first && spanOf(first, clock);
      return span === undefined ? undefined : { ms: clock.now.getTime() - span, isRelative: true };
    }
    case 'time.parse_timestamp': {
      const text = first && textOf(first, clock);
      const ms = text === undefined ? undefined : parseTimestamp(text);
      return ms === undefined ? undefined : { ms, isRelative: false };
    }
    case 'time.add': {
      const time = first && timeOf(first, clock);
      const count = second && numberOf(second);
      const unit = third && textOf(third, clock);
      const length = unit === undefined ? undefined : timespanUnits[unit];
      if (!time || count === undefined || length === undefined) return undefined;
      return { ...time, ms: time.ms + (count * length) / 1000 };
    }
    default:
      return undefined;
  }
}

function ofVariable<T>(
  name: string,
  clock: Clock,
  read: (value: FlowExpression, clock: Clock) => T | undefined,
): T | undefined {
  const value = clock.values.get(name);
  return value && clock.depth < 20 ? read(value, { ...clock, depth: clock.depth + 1 }) : undefined;
}

/** Milliseconds. */
function spanOf(expression: FlowExpression, clock: Clock): number | undefined {
  if (expression.kind === 'variable') return ofVariable(expression.name, clock, spanOf);
  if (expression.kind === 'literal' && expression.type === 'timespan') return expression.value / 1000;
  if (expression.kind === 'unary' && expression.op === '-') {
    const span = spanOf(expression.operand, clock);
    return span === undefined ? undefined : -span;
  }
  if (expression.kind !== 'call' || expression.name !== 'time.parse_timespan') return undefined;
  const text = expression.args[0] && textOf(expression.args[0], clock);
  const [, count, unit] = /^\s*([0-9]+(?:\.[0-9]+)?)([a-z]+)\s*$/.exec(text ?? '') ?? [];
  const length = unit === undefined ? undefined : timespanUnits[unit];
  return length === undefined ? undefined : (Number(count) * length) / 1000;
}

function textOf(expression: FlowExpression, clock: Clock): string | undefined {
  if (expression.kind === 'variable') return ofVariable(expression.name, clock, textOf);
  return expression.kind === 'literal' && expression.type === 'string' ? expression.value : undefined;
}

function numberOf(expression: FlowExpression): number | undefined {
  if (expression.kind === 'unary' && expression.op === '-') {
    const value = numberOf(expression.operand);
    return value === undefined ? undefined : -value;
  }
  return expression.kind === 'literal' && expression.type === 'int' ? Number(expression.value) : undefined;
}

const timestamp = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Without a zone the text is UTC; a date alone is midnight. */
function parseTimestamp(text: string): number | undefined {
  const [, date, time = '00:00:00', fraction = '', zone = 'Z'] = timestamp.exec(text.trim()) ?? [];
  const ms = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${zone}`);
  return date === undefined || Number.isNaN(ms) ? undefined : ms;
}
