import { exactTextOf, ipVersionOf } from '@margay/kit';
import type { EventObject } from '@margay/model';
import { columnNameOf, udmFields } from '@margay/schema';
import type { LogSchema, SchemaField, UdmFieldType, UdmMapping, ValueSchema } from '@margay/schema';

interface CompiledMapping {
  prefix: string;
  name: string;
  type: UdmFieldType;
  paths: string[][];
}

/** Compiles the mappings to core fields into a function that fills `p_udm` of an event. */
export function compileUdm(schema: LogSchema): ((event: EventObject) => void) | undefined {
  if (schema.udm.length === 0) return undefined;
  const mappings = schema.udm.map((mapping) => compileMapping(mapping, schema.fields));
  return (event) => {
    const udm: Record<string, Record<string, unknown>> = {};
    for (const mapping of mappings) fill(udm, mapping, event);
    if (Object.keys(udm).length > 0) event['p_udm'] = udm;
  };
}

function compileMapping(mapping: UdmMapping, fields: readonly SchemaField[]): CompiledMapping {
  const dot = mapping.name.indexOf('.');
  return {
    prefix: mapping.name.slice(0, dot),
    name: mapping.name.slice(dot + 1),
    type: udmFields[mapping.name] ?? 'string',
    paths: mapping.paths.map((path) => columnsOf(path, fields)),
  };
}

/** A path of schema field names as the columns of the event. */
function columnsOf(path: string, fields: readonly SchemaField[]): string[] {
  for (const field of fields) {
    if (field.name === path) return [field.column];
    if (!path.startsWith(`${field.name}.`)) continue;
    const rest = path.slice(field.name.length + 1);
    return [field.column, ...columnsInside(rest, field.value)];
  }
  return path.split('.').map(columnNameOf);
}

function columnsInside(path: string, value: ValueSchema): string[] {
  if (value.type === 'array') return columnsInside(path, value.element);
  return value.type === 'object' ? columnsOf(path, value.fields) : path.split('.');
}

function fill(
  udm: Record<string, Record<string, unknown>>,
  mapping: CompiledMapping,
  event: EventObject,
): void {
  const values: (string | number | bigint | boolean)[] = [];
  for (const path of mapping.paths) {
    gather(event, path, 0, values);
    if (mapping.type !== 'list' && values.length > 0) break;
  }
  const first = values[0];
  if (first === undefined) return;
  const target = (udm[mapping.prefix] ??= {});
  if (mapping.type === 'list') {
    target[mapping.name] = [...new Set(values.map(String))].toSorted();
  } else if (mapping.type === 'int' || mapping.type === 'bigint') {
    const number = typeof first === 'bigint' ? first : Number(first);
    if (typeof number === 'bigint' || Number.isInteger(number)) target[mapping.name] = number;
  } else setText(target, mapping, String(first));
  if (Object.keys(target).length === 0) delete udm[mapping.prefix];
}

/** An address that is an IP fills both `ip` and `address`; one that is not only fills `address`. */
function setText(target: Record<string, unknown>, mapping: CompiledMapping, text: string): void {
  if (mapping.name === 'ip' || mapping.name === 'address') {
    if (ipVersionOf(text) !== 0) target['ip'] ??= text;
    if (mapping.name === 'address') target['address'] = text;
    else target['address'] ??= text;
  } else target[mapping.name] = text;
}

function gather(
  value: unknown,
  path: readonly string[],
  at: number,
  into: (string | number | bigint | boolean)[],
): void {
  if (Array.isArray(value)) {
    for (const item of value) gather(item, path, at, into);
    return;
  }
  const key = path[at];
  if (key === undefined) {
    const numeral = exactTextOf(value);
    if (numeral !== undefined) into.push(numeral);
    if (value !== null && value !== undefined && typeof value !== 'object' && value !== '') {
      into.push(value as string | number | boolean); // what is left are scalars
    }
    return;
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return;
  gather((value as Record<string, unknown>)[key], path, at + 1, into); // own property, checked
}
