import { parseDocument, isMap, isSeq, YAMLSeq } from 'yaml';
import type { YAMLMap } from 'yaml';
import { invalidInput } from '@margay/kit';
import { columnNameOf } from '../names/column-name.ts';
import { inferValue, mergeInferred } from './inferred.ts';
import type { Inferred } from './inferred.ts';
import { usableName, valueYaml } from './infer-schema.ts';
import type { FieldYaml } from './infer-schema.ts';

/** A field that arrived although the schema does not name it. */
export interface DiscoveredField {
  /** Names of the objects around it, outermost first; empty at the top. */
  parents: readonly string[];
  key: string;
  value: Inferred;
}

/** Beyond this many fields of one schema nothing more is added; what is inside an object counts with it. */
export const mostDiscoveredFields = 500;
/** An object with more fields inside, or deeper ones, is kept as free form. */
const mostInside = 50;
const deepestInside = 5;
/** Whoever names a field so has put data into its name. */
const longestName = 200;

/** Gathers what was discovered in one batch. Plain data: results of several batches can be merged. */
export interface Discovery {
  note(parents: readonly string[], key: string, value: unknown): void;
  fields(): DiscoveredField[];
}

export function createDiscovery(): Discovery {
  const found = new Map<string, DiscoveredField>();
  return {
    note(parents, key, value) {
      if (key.length > longestName) return;
      const id = JSON.stringify([...parents, key]);
      const before = found.get(id);
      if (before === undefined && found.size >= mostDiscoveredFields) return;
      // A text stays a text, whatever it looks like: nobody has asked for another type.
      const inferred = bounded(inferValue(value, 0, () => plainText));
      found.set(id, {
        parents,
        key,
        value: before === undefined ? inferred : mergeInferred(before.value, inferred),
      });
    },
    fields: () => [...found.values()].filter(({ value }) => value.kind !== 'unknown'),
  };
}

const plainText: Inferred = { kind: 'string', indicators: [] };

/** How many columns a value takes. */
export function leavesOf(value: Inferred, depth = 0): number {
  if (depth > deepestInside) return Number.POSITIVE_INFINITY;
  if (value.kind !== 'object') return 1;
  return [...value.fields.values()].reduce((sum, field) => sum + leavesOf(field.value, depth + 1), 0);
}

function bounded(value: Inferred): Inferred {
  return leavesOf(value) > mostInside ? { kind: 'json' } : value;
}

/**
 * The schema text with the discovered fields added, marked `isDiscovered`, never required and without indicators. What
 * is there stays as it is, comments too. Fields the schema has by now are left alone. Throws MargayError when the text
 * is not YAML.
 */
export function withDiscoveredFields(text: string, found: readonly DiscoveredField[]): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) {
    throw invalidInput(
      'The schema text is not a YAML mapping, so discovered fields cannot be added. Fix it first.',
      {
        code: 'InvalidSyntax',
      },
    );
  }
  for (const field of found) {
    const list = fieldListAt(document.contents, field.parents);
    const value = valueYaml(withoutPromises(field.value));
    const name = usableName(field.key);
    if (list === undefined || value === undefined || name === undefined) continue;
    if (list.items.length >= mostDiscoveredFields || hasField(list, name)) continue;
    const yaml: FieldYaml = {
      name,
      ...(name === field.key ? {} : { rename: { from: field.key } }),
      ...value,
      isDiscovered: true,
    };
    list.add(document.createNode(yaml));
  }
  return document.toString();
}

function fieldListAt(root: YAMLMap, parents: readonly string[]): YAMLSeq | undefined {
  let list: unknown = root.get('fields');
  if (list === undefined || list === null) {
    list = new YAMLSeq();
    root.set('fields', list);
  }
  for (const parent of parents) {
    const field = isSeq(list)
      ? list.items.find((item) => isMap(item) && item.get('name') === parent)
      : undefined;
    // A reference would change every field that uses the definition: such a parent is left alone.
    if (!isMap(field)) return undefined;
    list = field.get('fields');
  }
  return isSeq(list) ? list : undefined;
}

function hasField(list: YAMLSeq, name: string): boolean {
  const column = columnNameOf(name).toLowerCase();
  return list.items.some(
    (item) => isMap(item) && columnNameOf(String(item.get('name'))).toLowerCase() === column,
  );
}

/** Nothing discovered is required or scanned until a person says so, inner fields included. */
function withoutPromises(value: Inferred): Inferred {
  if (value.kind === 'string') return { kind: 'string', indicators: [] };
  if (value.kind === 'array') return { kind: 'array', element: withoutPromises(value.element) };
  if (value.kind !== 'object') return value;
  const fields = [...value.fields].map(
    ([key, field]) => [key, { required: false, value: withoutPromises(field.value) }] as const,
  );
  return { kind: 'object', fields: new Map(fields) };
}
