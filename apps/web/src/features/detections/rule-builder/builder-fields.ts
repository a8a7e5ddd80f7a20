import type { SpecifierSource } from '@margay/detect/simple';

/** What a field holds, as far as operators and values depend on it. `unknown`: no schema says. */
export type ValueType =
  | 'string'
  | 'int'
  | 'float'
  | 'bool'
  | 'ip'
  | 'json'
  | 'string_array'
  | 'int_array'
  | 'float_array'
  | 'bool_array'
  | 'ip_array'
  | 'json_array'
  | 'unknown';

/** A field of a log type's events, as the server lists it. */
export interface ListedField {
  path: readonly string[];
  /** `string`, `object`, `array of object` … */
  type: string;
  description: string | null;
  indicators: readonly string[];
}

export interface ListedLogType {
  logType: string;
  fields: readonly ListedField[];
}

/** A field that can be chosen for a condition. */
export interface BuilderField {
  /** As a key path: `a.b`, and `[*]` behind every list it leads through. */
  keyPath: string;
  type: ValueType;
  description: string;
  logTypes: readonly string[];
  isPantherManaged: boolean;
}

const plainName = /^[^.[\]]+$/;

const scalarTypes: Record<string, ValueType> = {
  string: 'string',
  timestamp: 'string',
  int: 'int',
  bigint: 'int',
  smallint: 'int',
  float: 'float',
  boolean: 'bool',
};

function valueTypeOf(type: string, indicators: readonly string[], isInList: boolean): ValueType {
  const isList = isInList || type.startsWith('array of ');
  const inner = type.replaceAll('array of ', '');
  const plain = scalarTypes[inner] ?? 'json';
  const scalar = plain === 'string' && indicators.includes('ip') ? 'ip' : plain;
  return (isList ? `${scalar}_array` : scalar) as ValueType; // every scalar type has its list
}

/** Every field of the log types once; those that all of them have come first, `p_` fields last. */
export function builderFieldsOf(logTypes: readonly ListedLogType[]): BuilderField[] {
  const found = new Map<string, BuilderField & { logTypes: string[] }>();
  for (const { logType, fields } of logTypes) {
    const lists = new Set(
      fields.filter((field) => field.type.startsWith('array of ')).map((field) => field.path.join('\n')),
    );
    for (const field of fields) {
      // A key path cannot name these.
      if (!field.path.every((name) => plainName.test(name))) continue;
      const isListAt = (depth: number) => lists.has(field.path.slice(0, depth).join('\n'));
      const inner = field.path.slice(0, -1);
      const isInList = inner.some((_name, at) => isListAt(at + 1));
      const keyPath = field.path
        .map((name, at) => (at < inner.length && isListAt(at + 1) ? `${name}[*]` : name))
        .join('.');
      const known = found.get(keyPath);
      if (known) known.logTypes.push(logType);
      else
        found.set(keyPath, {
          keyPath,
          type: valueTypeOf(
            field.type,
            keyPath === 'p_any_ip_addresses' ? ['ip'] : field.indicators,
            isInList,
          ),
          description: field.description ?? '',
          logTypes: [logType],
          isPantherManaged: field.path[0]?.startsWith('p_') ?? false,
        });
    }
  }
  const rank = (field: BuilderField) =>
    (field.isPantherManaged ? 2 : 0) + (field.logTypes.length === logTypes.length ? 0 : 1);
  const key = (field: BuilderField) => `${rank(field)} ${groupOf(field)} ${field.keyPath.toLowerCase()}`;
  return [...found.values()].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The heading a field is offered under. */
export function groupOf({ isPantherManaged, logTypes }: BuilderField): string {
  if (isPantherManaged) return 'Panther Managed';
  return logTypes.length > 1 ? 'Shared' : (logTypes[0] ?? '');
}

/** Places are as good as every place, and the event does not mind case. */
const comparable = (keyPath: string) => keyPath.toLowerCase().replaceAll(/\[-?\d+\]/g, '[*]');

export function fieldOf(fields: readonly BuilderField[], target: SpecifierSource): BuilderField | undefined {
  const text = targetText(target);
  if ('Enrichment' in target) return undefined;
  const wanted = comparable(text);
  return fields.find((field) => comparable(field.keyPath) === wanted);
}

/** The type a condition on this target works with. One place of a list holds what its elements are. */
export function typeOf(fields: readonly BuilderField[], target: SpecifierSource): ValueType {
  const type = fieldOf(fields, target)?.type ?? 'unknown';
  const isOnePlace = /\[-?\d+\]/.test(targetText(target)) && !targetText(target).includes('[*]');
  return isOnePlace && type.endsWith('_array') ? (type.slice(0, -'_array'.length) as ValueType) : type;
}

/** How people read a target. */
export function targetText(target: SpecifierSource): string {
  if ('KeyPath' in target) return target.KeyPath;
  if ('Key' in target) return target.Key;
  if ('DeepKey' in target)
    return target.DeepKey.map((step, at) =>
      typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`,
    ).join('');
  const { Table, FieldPath } = target.Enrichment;
  return [Table, FieldPath].filter(Boolean).join('.');
}
