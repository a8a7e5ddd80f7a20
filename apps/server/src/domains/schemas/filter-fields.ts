import type { EventFields } from './event-fields.ts';

/** A field that a condition of a detection filter can name. */
export interface FilterField {
  /** Names joined by dots; elements of a list are at the list's path. */
  target: string;
  type: FilterFieldType;
  description: string | null;
  isPantherManaged: boolean;
  /** Null for what the events of several log types have. */
  logType: string | null;
}

const scalars = { string: 'string', timestamp: 'string', float: 'float', boolean: 'bool' } as const;
export type FilterFieldType =
  | 'string'
  | 'int'
  | 'float'
  | 'bool'
  | 'ip'
  | 'json'
  | `${'string' | 'int' | 'float' | 'bool' | 'ip' | 'json'}_array`;

export interface FilterFields {
  pantherManaged: FilterField[];
  filtersByLogType: { logType: string; fields: FilterField[] }[];
  /** What every one of the log types has, where there are several. */
  shared: FilterField[];
}

/** `showUnsafeTypes`: also fields of objects and free form, which no operator compares safely. */
export function filterFieldsOf(logTypes: readonly EventFields[], showUnsafeTypes: boolean): FilterFields {
  const byLogType = logTypes.map(({ logType, fields }) => ({
    logType,
    fields: fields
      .map(({ path, type, description, indicators }): FilterField => {
        const target = path.join('.');
        return {
          target,
          type: filterTypeOf(type, indicators),
          description,
          isPantherManaged: target.startsWith('p_'),
          logType,
        };
      })
      .filter(({ type }) => showUnsafeTypes || !type.startsWith('json')),
  }));
  const keyOf = ({ target, type }: FilterField) => `${target}\n${type}`;
  const ofNoType = (field: FilterField): FilterField => ({ ...field, logType: null });
  const all = byLogType.flatMap(({ fields }) => fields);
  const counts = new Map<string, number>();
  for (const field of all) counts.set(keyOf(field), (counts.get(keyOf(field)) ?? 0) + 1);
  const isShared = (field: FilterField) =>
    logTypes.length > 1 && counts.get(keyOf(field)) === logTypes.length && !field.isPantherManaged;
  const once = (fields: FilterField[]) => [...new Map(fields.map((field) => [field.target, field])).values()];
  return {
    pantherManaged: once(all.filter((field) => field.isPantherManaged).map(ofNoType)),
    shared: once(all.filter(isShared).map(ofNoType)),
    filtersByLogType: byLogType.map(({ logType, fields }) => ({
      logType,
      fields: fields.filter((field) => !field.isPantherManaged && !isShared(field)),
    })),
  };
}

/** Everything once, what the log types share first. */
export function flatFieldsOf({ shared, filtersByLogType, pantherManaged }: FilterFields): FilterField[] {
  return [...shared, ...filtersByLogType.flatMap(({ fields }) => fields), ...pantherManaged];
}

/** `type` as `eventFieldsOf` writes it: `string`, `object`, `array of object` … */
function filterTypeOf(type: string, indicators: readonly string[]): FilterFieldType {
  const inner = type.replaceAll('array of ', '');
  const isWhole = inner === 'int' || inner === 'bigint' || inner === 'smallint';
  const plain = isWhole ? 'int' : inner in scalars ? scalars[inner as keyof typeof scalars] : 'json';
  const scalar = plain === 'string' && indicators.includes('ip') ? 'ip' : plain;
  return inner === type ? scalar : `${scalar}_array`;
}
