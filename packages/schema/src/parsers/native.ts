import { exactTextOf, messageOf } from '@margay/kit';
import type { ParserSpec } from '../log-schema.ts';
import { failed } from './text-parser.ts';
import type { ParseResult, ParserDefinition } from './text-parser.ts';
import { parseLogJson } from '../json/parse-json.ts';

type NativeSpec = Extract<ParserSpec, { kind: 'native' }>;

/** No parser: each entry is one JSON object. */
export const nativeParser: ParserDefinition<NativeSpec> & { defaultSpec: NativeSpec } = {
  kind: 'native',
  defaultSpec: { kind: 'native' },
  read: () => ({ kind: 'native' }),
  compile: () => () => (text) => {
    try {
      return objectOfJson(parseLogJson(text));
    } catch (cause) {
      return failed(`The entry is not JSON: ${messageOf(cause)}`);
    }
  },
};

/** A JSON value as the fields of an event; arrays and scalars do not match. */
export function objectOfJson(value: unknown): ParseResult {
  const isNumber = exactTextOf(value) !== undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isNumber) {
    const type = isNumber ? 'number' : typeof value;
    const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${type}`;
    return failed(`The entry must be a JSON object, not ${kind}.`);
  }
  // A JSON object has text keys; its values stay unknown.
  return { kind: 'parsed', value: value as Record<string, unknown> };
}
