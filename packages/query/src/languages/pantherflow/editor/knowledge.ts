import type { Catalog } from '@margay/model';

import type { FlowColumn } from './column-types.ts';

/** What the editor tells of a function; the function list of the language has this shape. */
export interface FlowFunctionDoc {
  /** As people write it: `strings.contains`, `coalesce`. */
  name: string;
  kind: 'scalar' | 'aggregate';
  params: readonly { name: string; type: string; optional?: boolean; variadic?: boolean }[];
  /** Type for people: `int`, `[any]`. */
  returns: string;
  doc: string;
  examples: readonly { flow: string }[];
}

export interface FieldValue {
  value: string;
  /** Rows that have it; undefined when nobody counted. */
  count?: number;
}

/** What the editor knows besides the text. */
export interface FlowKnowledge {
  catalog: Catalog;
  functions: readonly FlowFunctionDoc[];
  /** Columns of a text that starts with a pipe: its tables are those chosen in the form. */
  callerColumns?: readonly FlowColumn[];
  /**
   * Common values of a field such as `userIdentity.type`, most frequent first; undefined when they are not there yet.
   * The answer then names the field, so that whoever asks can fetch them and ask again.
   */
  valuesOf?: (field: string) => readonly FieldValue[] | undefined;
}

export function functionNamed(knowledge: FlowKnowledge, name: string): FlowFunctionDoc | undefined {
  return knowledge.functions.find((fn) => fn.name === name);
}

/** `strings.contains(s: string, sub: string) -> bool`, and where each parameter stands in it. */
export function signatureOf({ name, params, returns }: FlowFunctionDoc): {
  label: string;
  params: { start: number; end: number }[];
} {
  let label = `${name}(`;
  const places: { start: number; end: number }[] = [];
  for (const [index, param] of params.entries()) {
    if (index > 0) label += ', ';
    const start = label.length;
    label += `${param.name}: ${param.type}${param.optional ? '?' : ''}${param.variadic ? ', ...' : ''}`;
    places.push({ start, end: label.length });
  }
  return { label: `${label}) -> ${returns}`, params: places };
}
