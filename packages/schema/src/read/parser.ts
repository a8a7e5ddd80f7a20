import type { ParserSpec } from '../log-schema.ts';
import { parsers } from '../parsers/index.ts';
import type { ParserKind } from '../parsers/index.ts';
import type { Reader, Spot } from './reader.ts';

/** The one parser below `parser`. */
export function readParser(reader: Reader, spot: Spot, owner: 'user' | 'managed'): ParserSpec | undefined {
  const kinds = Object.keys(parsers).filter((kind) => owner === 'managed' || kind !== 'native');
  const entries = reader.mapping(spot, '"parser"', kinds);
  if (entries === undefined) return undefined;
  const [entry] = [...entries].filter(([key]) => isKind(key));
  const named = Object.keys(Object(spot.value)).length;
  if (named === 1 && entry === undefined) {
    const [name = ''] = Object.keys(Object(spot.value));
    // A key that is no parser was reported already.
    if (kinds.includes(name) && name !== 'native') {
      reader.report(spot, `The ${name} parser has no settings.`, 'Add them below its name.');
    }
    return undefined;
  }
  if (named !== 1 || entry === undefined) {
    reader.report(
      spot,
      `"parser" must name exactly one parser, not ${named}.`,
      `Use one of ${kinds.join(', ')}, or leave "parser" out for JSON.`,
    );
    return undefined;
  }
  const [kind, body] = entry;
  return isKind(kind) ? parsers[kind].read(reader, body) : undefined;
}

function isKind(key: string): key is ParserKind {
  return Object.hasOwn(parsers, key);
}
