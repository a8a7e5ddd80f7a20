import { exactTextOf, ipVersionOf } from '@margay/kit';
import { parseRfc3339 } from '../time/rfc3339.ts';
import type { IndicatorName } from '../log-schema.ts';

/** What is known about the values seen at one place. */
export type Inferred =
  /** Only nulls or empty lists so far. */
  | { kind: 'unknown' }
  | { kind: 'bigint' | 'float' | 'boolean' | 'json' | 'timestamp' }
  | { kind: 'string'; indicators: readonly IndicatorName[] }
  | { kind: 'array'; element: Inferred }
  | { kind: 'object'; fields: Map<string, InferredField> };

export interface InferredField {
  /** Present in every object seen. */
  required: boolean;
  value: Inferred;
}

/** An object with more keys is a map of data, not a record with fields. */
const mostKeys = 200;
const deepest = 40;
const longestNumeral = 15;

const unknownValue: Inferred = { kind: 'unknown' };
const json: Inferred = { kind: 'json' };

/** Infers from one JSON value. */
export function inferValue(value: unknown, depth = 0, textOf = inferText): Inferred {
  if (value === null || value === undefined) return unknownValue;
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (typeof value === 'bigint') return { kind: 'bigint' };
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? 'bigint' : 'float' };
  const numeral = exactTextOf(value);
  if (numeral !== undefined) return { kind: /^-?\d+$/.test(numeral) ? 'bigint' : 'float' };
  if (depth >= deepest) return json;
  if (Array.isArray(value)) {
    let element: Inferred = unknownValue;
    for (const item of value) element = mergeInferred(element, inferValue(item, depth + 1, textOf));
    return { kind: 'array', element };
  }
  const entries = Object.entries(value);
  if (entries.length > mostKeys) return json;
  return {
    kind: 'object',
    fields: new Map(
      entries.map(([key, item]) => [key, { required: true, value: inferValue(item, depth + 1, textOf) }]),
    ),
  };
}

/**
 * Text that is a number counts as one only when nothing is lost by that: no leading zeros, no trailing ones, and
 * short enough; account numbers and versions stay text.
 */
function inferText(text: string): Inferred {
  if (text === 'true' || text === 'false') return { kind: 'boolean' };
  if (/^-?\d/.test(text) && text.length <= longestNumeral && String(Number(text)) === text) {
    return { kind: text.includes('.') ? 'float' : 'bigint' };
  }
  if (parseRfc3339(text) !== undefined) return { kind: 'timestamp' };
  return { kind: 'string', indicators: indicatorsOf(text) };
}

function indicatorsOf(text: string): readonly IndicatorName[] {
  if (ipVersionOf(text) !== 0) return ['ip'];
  if (/^https?:\/\/[^\s/]+/i.test(text)) return ['url'];
  if (/^[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}$/i.test(text)) return ['email'];
  return /^arn:[^:\s]*:[^:\s]*:[^:\s]*:[^:\s]*:\S/.test(text) ? ['aws_arn'] : [];
}

/** What covers both. Associative and commutative, so that the order of samples does not matter. */
export function mergeInferred(a: Inferred, b: Inferred): Inferred {
  if (a.kind === 'unknown') return b;
  if (b.kind === 'unknown') return a;
  if (a.kind === 'object' && b.kind === 'object') return mergeObjects(a.fields, b.fields);
  if (a.kind === 'array' && b.kind === 'array') {
    return { kind: 'array', element: mergeInferred(a.element, b.element) };
  }
  if (isNested(a) || isNested(b)) return json;
  if (a.kind === 'string' && b.kind === 'string') {
    const isSame = a.indicators.join() === b.indicators.join();
    return isSame ? a : { kind: 'string', indicators: [] };
  }
  if (a.kind === b.kind) return a;
  const kinds = new Set([a.kind, b.kind]);
  if (kinds.has('bigint') && kinds.has('float')) return { kind: 'float' };
  return { kind: 'string', indicators: [] };
}

function isNested(value: Inferred): boolean {
  return value.kind === 'object' || value.kind === 'array' || value.kind === 'json';
}

function mergeObjects(a: Map<string, InferredField>, b: Map<string, InferredField>): Inferred {
  const fields = new Map<string, InferredField>();
  for (const [key, field] of a) {
    const other = b.get(key);
    fields.set(
      key,
      other === undefined
        ? { required: false, value: field.value }
        : { required: field.required && other.required, value: mergeInferred(field.value, other.value) },
    );
  }
  for (const [key, field] of b) {
    if (!a.has(key)) fields.set(key, { required: false, value: field.value });
  }
  return fields.size > mostKeys ? json : { kind: 'object', fields };
}
