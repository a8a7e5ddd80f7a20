import type { FieldType } from '@margay/model';

import { boolean, float, integer, json, text, timestamp } from '../../ir/types.ts';
import type { InternalFunction } from './define.ts';
import {
  isList,
  isNumeral,
  isRecord,
  isString,
  named,
  numberIn,
  rankOf,
  scalarTextIn,
  stringIn,
} from './json-text.ts';

/** A function of one value of unknown type. */
function reader(
  name: string,
  returns: FieldType,
  doc: string,
  body: (x: string) => string,
): InternalFunction {
  return {
    name,
    kind: 'scalar',
    params: [{ name: 'value', type: 'document' }],
    returns,
    doc,
    clickhouse: ([value]) => named('jv', value!.sql, body),
  };
}

const time =
  /* a date, or a date and a time */ '^\\\\d{4}-\\\\d{2}-\\\\d{2}([ T]\\\\d{2}:\\\\d{2}:\\\\d{2}([.]\\\\d+)?)? ?(Z|[+-]\\\\d{2}:?\\\\d{2})?$';

/** Reads times in the one documented form; everything else is null. */
const timeIn = (x: string) =>
  named('tv', x, (v) => `if(match(${v}, '${time}'), parseDateTime64BestEffortOrNull(${v}, 9, 'UTC'), NULL)`);

const asInt = (sql: string) => `accurateCastOrNull(trunc(${sql}), 'Int64')`;

export const jsonScalars: InternalFunction[] = [
  reader('json_of', json, 'The value as JSON; an empty stored array is no value.', (x) => x),
  reader('json_string', text, 'The text; null when the value is no text.', stringIn),
  reader('json_scalar_text', text, 'Text form of a scalar; null for arrays and objects.', scalarTextIn),
  reader('json_number', float, 'The number; null when the value is none.', numberIn),
  reader(
    'json_boolean',
    boolean,
    'The truth value; null when the value is none.',
    (x) => `multiIf(${x} = 'true', true, ${x} = 'false', false, NULL)`,
  ),
  reader('json_timestamp', timestamp, 'The time a text holds; null when it holds none.', (x) =>
    timeIn(stringIn(x)),
  ),
  reader(
    'json_rank',
    integer,
    'Place of the value’s type in the order of types.',
    (x) => `toInt64(${rankOf(x)})`,
  ),
  reader(
    'json_sort_text',
    text,
    'What values that are no numbers are sorted by.',
    (x) => `if(${isNumeral(x)}, '', ifNull(${scalarTextIn(x)}, ${x}))`,
  ),
  reader(
    'json_to_text',
    text,
    'Text of a scalar, compact JSON of arrays and objects.',
    (x) => `if(${isString(x)}, JSONExtract(${x}, 'Nullable(String)'), JSONExtractRaw(${x}))`,
  ),
  reader('json_to_int', integer, 'Whole number of a number, text or truth value.', (x) =>
    named(
      'st',
      scalarTextIn(x),
      (s) =>
        `multiIf(${s} = 'true' AND ${x} = 'true', 1, ${s} = 'false' AND ${x} = 'false', 0, ifNull(toInt64OrNull(${s}), ${asInt(`toFloat64OrNull(${s})`)}))`,
    ),
  ),
  reader(
    'json_to_double',
    float,
    'Number of a number, text or truth value.',
    (x) => `multiIf(${x} = 'true', 1, ${x} = 'false', 0, toFloat64OrNull(${scalarTextIn(x)}))`,
  ),
  reader(
    'json_to_boolean',
    boolean,
    'Truth value of a truth value, text or number.',
    (x) =>
      `multiIf(${isNumeral(x)}, ${numberIn(x)} != 0, lower(${scalarTextIn(x)}) = 'true', true, lower(${scalarTextIn(x)}) = 'false', false, NULL)`,
  ),
  reader(
    'json_parsed',
    json,
    'The value; a text that holds JSON is read.',
    (x) => `multiIf(NOT ${isString(x)}, ${x}, isValidJSON(ifNull(${stringIn(x)}, '')), ${stringIn(x)}, NULL)`,
  ),
  reader(
    'json_length',
    integer,
    'Number of elements; null for what is no array.',
    (x) => `if(${isList(x)}, toInt64(JSONLength(${x})), NULL)`,
  ),
  reader('json_record', json, 'The value when it is an object.', (x) => `if(${isRecord(x)}, ${x}, NULL)`),
  {
    name: 'text_to_timestamp',
    kind: 'scalar',
    params: [{ name: 's', type: 'text' }],
    returns: timestamp,
    doc: 'The time a text holds; null when it holds none.',
    clickhouse: ([s]) => timeIn(s!.sql),
  },
];
