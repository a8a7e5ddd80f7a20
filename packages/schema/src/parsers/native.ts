import { messageOf } from '@margay/kit';
import type { ParserSpec } from '../log-schema.ts';
import { failed } from './text-parser.ts';
import type { ParseResult, ParserDefinition } from './text-parser.ts';
import { parseJson } from '../json/parse-json.ts';

type NativeSpec = Extract<ParserSpec, { kind: 'native' }>;

/** No parser: each entry is one JSON object. */
export const nativeParser: ParserDefinition<NativeSpec> & { defaultSpec: NativeSpec } = {
  kind: 'native',
  defaultSpec: { kind: 'native' },
  read: () => ({ kind: 'native' }),
  compile: () => () => (text) => {
    try {
      return objectOfJson(parseJson(text));
    } catch (cause) {
      return failed(`The entry is not JSON: ${messageOf(cause)}`);
    }
  },
};

/** A JSON value as the fields of an event; arrays and scalars do not match. */
export function objectOfJson(value: unknown): ParseResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
    return failed(`The entry must be a JSON object, not ${kind}.`);
  }
  // A JSON object has text keys; its values stay unknown.
  return { kind: 'parsed', value: value as Record<string, unknown> };
}
