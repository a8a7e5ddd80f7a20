import { stringify } from 'yaml';
import { parseJson } from '../json/parse-json.ts';
import { columnNameOf } from '../names/column-name.ts';
import { csvParser } from '../parsers/csv.ts';
import { inferValue, mergeInferred } from './inferred.ts';
import type { Inferred, InferredField } from './inferred.ts';

/** A field as it is written in the YAML of a schema. */
export interface FieldYaml {
  name: string;
  required?: boolean;
  isDiscovered?: boolean;
  rename?: { from: string };
  type: string;
  [attribute: string]: unknown;
}

/** Gathers samples one by one. */
export interface Inference {
  add(sample: unknown): void;
  /** Samples that were objects, and those that were not and so were left out. */
  counts(): { used: number; refused: number };
  fields(): FieldYaml[];
  /** The fields as the YAML text of a schema. */
  schemaText(options?: SchemaTextOptions): string;
}

export interface SchemaTextOptions {
  name?: string;
  /** Marks the first required timestamp as the time of the event. */
  chooseEventTime?: boolean;
  parser?: Record<string, unknown>;
}

export function createInference(): Inference {
  let all: Inferred = { kind: 'unknown' };
  let used = 0;
  let refused = 0;
  const fields = () => (all.kind === 'object' ? fieldsYaml(all.fields, true) : []);
  return {
    add(sample) {
      const inferred = inferValue(sample);
      if (inferred.kind !== 'object') {
        refused++;
        return;
      }
      used++;
      all = mergeInferred(all, inferred);
    },
    counts: () => ({ used, refused }),
    fields,
    schemaText(options = {}) {
      const list = fields();
      if (options.chooseEventTime) markEventTime(list);
      return stringify({
        ...(options.name === undefined ? {} : { schema: options.name }),
        ...(options.parser === undefined ? {} : { parser: options.parser }),
        fields: list,
      });
    },
  };
}

/** Infers from raw text: JSON lines, or CSV with a header line. Lines that cannot be read count as refused. */
export function inferFromLines(
  lines: Iterable<string>,
  format: 'json' | 'csv',
): { inference: Inference; unreadable: number } {
  const inference = createInference();
  let unreadable = 0;
  const parse = format === 'csv' ? csvReader() : parseJson;
  for (const line of lines) {
    if (line.trim() === '') continue;
    try {
      const sample = parse(line);
      if (sample !== undefined) inference.add(sample);
    } catch {
      unreadable++;
    }
  }
  return { inference, unreadable };
}

function csvReader(): (line: string) => unknown {
  const options = { emptyValues: [''], trimSpace: false, expandFields: {}, skipPrefix: '', skipLines: 0 };
  const parse = csvParser.compile({ kind: 'csv', delimiter: ',', hasHeader: true, columns: [], options })();
  return (line) => {
    const result = parse(line);
    if (result.kind === 'failed') throw new TypeError(result.reason);
    return result.kind === 'parsed' ? result.value : undefined;
  };
}

function markEventTime(fields: FieldYaml[]): void {
  const field = fields.find(({ type, required }) => type === 'timestamp' && required === true);
  if (field !== undefined) field['isEventTime'] = true;
}

/** Fields in the order in which the samples have them. Names the language does not take are replaced, with a rename from the original. */
function fieldsYaml(fields: Map<string, InferredField>, isTop: boolean): FieldYaml[] {
  const list: FieldYaml[] = [];
  const columns = new Set<string>();
  for (const [key, field] of fields) {
    const value = valueYaml(field.value);
    const name = usableName(key);
    if (value === undefined || name === undefined) continue;
    const column = columnNameOf(name).toLowerCase();
    if (columns.has(column) || (isTop && column.startsWith('p_'))) continue;
    columns.add(column);
    list.push({
      name,
      ...(field.required ? { required: true } : {}),
      ...(name === key ? {} : { rename: { from: key } }),
      ...value,
    });
  }
  return list;
}

/** The key itself where the schema language takes it, else its column-safe form; undefined when there is none. */
export function usableName(key: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  const isTaken = /^[\p{L}0-9_@$#.-][^\u0000-\u001f\u007f]*$/u.test(key);
  const name = isTaken ? key : columnNameOf(key);
  return name === '' || columnNameOf(name) === '__proto__' ? undefined : name;
}

/** The value part as YAML; undefined for places where nothing was ever seen. */
export function valueYaml(value: Inferred): { type: string; [attribute: string]: unknown } | undefined {
  switch (value.kind) {
    case 'unknown':
      return undefined;
    case 'timestamp':
      return { type: 'timestamp', timeFormats: ['rfc3339'] };
    case 'string':
      return value.indicators.length === 0
        ? { type: 'string' }
        : { type: 'string', indicators: [...value.indicators] };
    case 'array': {
      const element = valueYaml(value.element);
      return element === undefined ? undefined : { type: 'array', element };
    }
    case 'object': {
      const fields = fieldsYaml(value.fields, false);
      return fields.length === 0 ? undefined : { type: 'object', fields };
    }
    default:
      return { type: value.kind };
  }
}
