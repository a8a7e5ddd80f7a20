import { parseDocument, isMap, isSeq, YAMLSeq } from 'yaml';
import type { YAMLMap } from 'yaml';
import { invalidInput } from '@margay/kit';
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

/** Beyond this many fields of one schema nothing more is added. */
export const mostDiscoveredFields = 2000;

/** Gathers what was discovered in one batch. Plain data: results of several batches can be merged. */
export interface Discovery {
  note(parents: readonly string[], key: string, value: unknown): void;
  fields(): DiscoveredField[];
}

export function createDiscovery(): Discovery {
  const found = new Map<string, DiscoveredField>();
  return {
    note(parents, key, value) {
      const id = JSON.stringify([...parents, key]);
      const before = found.get(id);
      if (before === undefined && found.size >= mostDiscoveredFields) return;
      const inferred = inferValue(value);
      found.set(id, {
        parents,
        key,
        value: before === undefined ? inferred : mergeInferred(before.value, inferred),
      });
    },
    fields: () => [...found.values()].filter(({ value }) => value.kind !== 'unknown'),
  };
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
      'The schema text is not a YAML mapping, so discovered fields cannot be added. Mend it first.',
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
  return list.items.some(
    (item) => isMap(item) && String(item.get('name')).toLowerCase() === name.toLowerCase(),
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
