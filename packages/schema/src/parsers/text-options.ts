import type { TextOptions } from '../log-schema.ts';
import type { Reader, Spot } from '../read/reader.ts';
import { skipped } from './text-parser.ts';
import type { EntryParser, ParseResult } from './text-parser.ts';

export const textOptionKeys = ['emptyValues', 'trimSpace', 'expandFields', 'skipPrefix', 'skipLines'];

const expandName = /^[A-Za-z][A-Za-z0-9]*$/;

/** The options every text parser has. */
export function readTextOptions(reader: Reader, entries: Map<string, Spot>): TextOptions {
  const skipSpot = entries.get('skipLines');
  const skipLines = skipSpot?.value ?? 0;
  if (typeof skipLines !== 'number' || !Number.isInteger(skipLines) || skipLines < 0) {
    reader.report(
      skipSpot!,
      '"skipLines" must be a whole number of 0 or more.',
      'Write how many lines to skip at the start.',
    );
  }
  return {
    emptyValues: reader.texts(entries.get('emptyValues'), '"emptyValues"') ?? [],
    trimSpace: reader.flag(entries.get('trimSpace'), '"trimSpace"'),
    expandFields: readExpandFields(reader, entries.get('expandFields')),
    skipPrefix: reader.text(entries.get('skipPrefix'), '"skipPrefix"') ?? '',
    skipLines: typeof skipLines === 'number' ? skipLines : 0,
  };
}

function readExpandFields(reader: Reader, spot: Spot | undefined): Record<string, string> {
  const templates: Record<string, string> = {};
  if (spot === undefined) return templates;
  for (const [name, entry] of reader.mapping(spot, '"expandFields"', 'any') ?? []) {
    if (!expandName.test(name)) {
      reader.report(
        entry,
        `"${name}" cannot be the name of an expanded field.`,
        'Start with a letter and use letters and digits only.',
        'key',
      );
      continue;
    }
    const template = reader.text(entry, `The template of "${name}"`);
    if (template !== undefined) templates[name] = template;
  }
  return templates;
}

/** Takes captured values one by one and applies the options to them. */
export interface ValueSink {
  put(into: Record<string, unknown>, name: string, value: string): void;
  finish(into: Record<string, unknown>): ParseResult;
}

export function createSink(options: TextOptions): ValueSink {
  const empty = new Set(options.emptyValues);
  const expansions = Object.entries(options.expandFields).map(([name, template]) => ({
    name,
    fill: compileTemplate(template),
  }));
  return {
    put(into, name, value) {
      const text = options.trimSpace ? value.trim() : value;
      if (!empty.has(text)) into[name] = text;
    },
    finish(into) {
      for (const { name, fill } of expansions) {
        const text = fill(into);
        if (text !== '' && !empty.has(text)) into[name] = text;
      }
      return { kind: 'parsed', value: into };
    },
  };
}

function compileTemplate(template: string): (values: Record<string, unknown>) => string {
  const parts = template.split(/%\{\s*([^}]*?)\s*\}/);
  return (values) => {
    let text = '';
    for (const [index, part] of parts.entries()) {
      const value = index % 2 === 0 ? part : values[part];
      if (typeof value === 'string') text += value;
    }
    return text;
  };
}

/** A parsed object without a prototype, so that a capture called `constructor` is only a name. */
export function emptyRecord(): Record<string, unknown> {
  // Object.create returns any; the object has no keys yet, so it is a record.
  return Object.create(null) as Record<string, unknown>;
}

/** Wraps a parser with `skipPrefix` and `skipLines`. */
export function withSkipping(options: TextOptions, start: () => EntryParser): () => EntryParser {
  if (options.skipPrefix === '' && options.skipLines === 0) return start;
  return () => {
    const parse = start();
    let left = options.skipLines;
    return (text) => {
      if (left > 0) {
        left--;
        return skipped;
      }
      return options.skipPrefix !== '' && text.startsWith(options.skipPrefix) ? skipped : parse(text);
    };
  };
}
