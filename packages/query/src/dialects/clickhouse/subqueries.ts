import { invalidInput } from '@margay/kit';

import { boolean } from '../../ir/types.ts';
import { asNumber, asScalar, asText, asTimestamp } from './coerce.ts';
import type { Level } from './level.ts';
import type { Value } from './value.ts';
import { native } from './value.ts';

export function scalarQuery(query: Level, value: Value): Value {
  const scalar = asScalar(value);
  if (scalar.form === 'native' && scalar.type.kind === 'array') {
    const alias = query.expose(scalar.sql);
    return native(`(SELECT groupArrayArray(${alias}) FROM (${query.sql()}))`, scalar.type);
  }
  query.expose(scalar.sql);
  return { kind: 'scalar', sql: `(${query.sql()})`, type: scalar.type, form: scalar.form };
}

export function inQuery(value: Value, query: Level, item: Value): Value {
  const convert = comparableAs([value]);
  query.expose(convert(item));
  return native(`(${convert(value)} IN (${query.sql()}))`, boolean);
}

/** Whether the query has a row, or one whose columns equal the values. */
export function existsQuery(keys: { value: Value; column: string }[], query: Level): Value {
  if (keys.length === 0) return native(`((SELECT count() FROM (${query.sql()})) > 0)`, boolean);
  const rows = query.wrapped();
  const sides = keys.map(({ value, column }) => {
    const item = rows.columns.find(({ name }) => name === column)?.value();
    if (!item) throw invalidInput('The inner query lacks a column it is compared by.');
    const convert = comparableAs([value, item]);
    rows.exposeAs(convert(item), rows.nextName());
    return convert(value);
  });
  return native(`ifNull((${sides.join(', ')}) IN (${rows.sql()}), false)`, boolean);
}

/** The conversion under which values compare: as numbers or times where one is one, else as texts. */
function comparableAs(values: readonly Value[]): (value: Value) => string {
  const has = (kinds: RegExp) =>
    values.some((value) => value.kind === 'scalar' && value.form === 'native' && kinds.test(value.type.kind));
  if (has(/^timestamp$/)) return asTimestamp;
  return has(/int|float/) ? (value) => asNumber(value).sql : asText;
}
