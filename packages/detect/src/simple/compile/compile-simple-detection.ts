import type { EventObject, Severity, SimpleDetection } from '@margay/model';
import { missing } from '../../prefilter/paths.ts';
import type { Reading } from '../fault.ts';
import { readSimpleDetection } from '../read/read-simple-detection.ts';
import type { CheckedSimpleDetection, TitlePart } from '../tree.ts';
import { compileExpressions } from './compile-expression.ts';
import { compilePath, type ReadPath } from './compile-path.ts';
import { jsonOfValue, textOfValue } from './text-of.ts';

/** The alert keys in the names of the Python functions they stand for. */
export type SimpleFunction = 'title' | 'severity' | 'dedup' | 'alert_context';

/** A simple detection ready to run. Nothing an event holds makes a function throw. */
export interface CompiledSimpleDetection {
  /** Which alert keys the detection has; the functions of the others give undefined. */
  functions: ReadonlySet<SimpleFunction>;
  matches(event: EventObject): boolean;
  title(event: EventObject): string | undefined;
  /** What the event lacks is null. */
  context(event: EventObject): Record<string, unknown> | undefined;
  /** The values of `GroupBy` as a JSON array. */
  dedup(event: EventObject): string | undefined;
  /** Undefined also where no condition holds. */
  severity(event: EventObject): Severity | undefined;
}

export function compileSimpleDetection(raw: SimpleDetection): Reading<CompiledSimpleDetection> {
  const { value, faults } = readSimpleDetection(raw);
  return faults ? { faults } : { value: compileChecked(value) };
}

export function compileChecked(checked: CheckedSimpleDetection): CompiledSimpleDetection {
  const { alertTitle, alertContext, groupBy, dynamicSeverities } = checked;
  const title = alertTitle && compileTitle(alertTitle);
  const context = alertContext?.map(({ name, key }) => ({ name, read: compilePath(key.steps) }));
  const group = groupBy?.map((key) => compilePath(key.steps));
  const severities = dynamicSeverities?.map(({ severity, conditions }) => ({
    severity,
    holds: compileExpressions(conditions),
  }));
  const defined = { title, severity: severities, dedup: group, alert_context: context };
  const names = Object.keys(defined) as SimpleFunction[]; // the keys written above
  return {
    functions: new Set(names.filter((name) => defined[name] !== undefined)),
    matches: compileExpressions(checked.detection),
    title: (event) => title?.(event),
    context: (event) =>
      context && Object.fromEntries(context.map(({ name, read }) => [name, valueOrNull(read, event)])),
    dedup: (event) => group && jsonOfValue(group.map((read) => valueOrNull(read, event))),
    severity: (event) => severities?.find(({ holds }) => holds(event))?.severity,
  };
}

function compileTitle(parts: readonly TitlePart[]): (event: EventObject) => string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return () => part;
    const read = compilePath(part.steps);
    return (event: EventObject) => textOfValue(read(event));
  });
  return (event) => texts.map((text) => text(event)).join('');
}

function valueOrNull(read: ReadPath, event: EventObject): unknown {
  const value = read(event);
  return value === missing ? null : value;
}
