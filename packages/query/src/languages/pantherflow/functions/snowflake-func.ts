import { nearestWord } from '@margay/kit';
import { refuse } from '../../../diagnostics.ts';
import { textConstant } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

/** What each is in PantherFlow. */
const translations: Record<string, string> = {
  ABS: 'math.abs',
  CEIL: 'math.ceil',
  COALESCE: 'coalesce',
  CONCAT: 'strings.cat',
  DATE: 'time.trunc',
  FLOOR: 'math.floor',
  LENGTH: 'strings.len',
  LOWER: 'strings.lower',
  NVL: 'coalesce',
  PARSE_JSON: 'parse_json',
  REPLACE: 'strings.replace',
  ROUND: 'math.round',
  TO_TIMESTAMP: 'time.parse_timestamp',
  TO_VARCHAR: 'tostring',
  TRIM: 'strings.trim',
  UPPER: 'strings.upper',
};

export const snowflakeFuncFunction = defineFlowFunction({
  name: 'snowflake.func',
  kind: 'scalar',
  params: [
    { name: 'name', type: 'string' },
    { name: 'argument', type: 'any', optional: true, variadic: true },
  ],
  returns: 'any',
  doc: 'One of a few Snowflake SQL functions by name: DATE, LOWER, UPPER, LENGTH, ABS, NVL, PARSE_JSON, TO_VARCHAR, COALESCE, CONCAT, ROUND, CEIL, FLOOR, TRIM, REPLACE, TO_TIMESTAMP.',
  examples: [
    { flow: "snowflake.func('UPPER', 'ab')", value: 'AB' },
    {
      flow: "snowflake.func('DATE', time.parse_timestamp('2024-05-06 07:08:09'))",
      value: '2024-05-06 00:00:00.000000000',
    },
  ],

  lower: ([name, ...args], { callNamed }) => {
    const wanted = String(name!.constant?.value ?? '').toUpperCase();
    const flow = Object.hasOwn(translations, wanted) ? translations[wanted] : undefined;
    if (flow === undefined)
      refuse(
        name!.span,
        'name.unknown_function',
        'This Snowflake function is not available.',
        nearestWord(wanted, Object.keys(translations)),
      );
    return wanted === 'DATE'
      ? callNamed(flow, [textConstant('day', name!.span), ...args])
      : callNamed(flow, args);
  },
});
