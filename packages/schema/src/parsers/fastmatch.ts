import type { ParserSpec } from '../log-schema.ts';
import { compileFastmatch } from './fastmatch-pattern.ts';
import { createSink, emptyRecord, readTextOptions, textOptionKeys, withSkipping } from './text-options.ts';
import { failed } from './text-parser.ts';
import type { ParserDefinition } from './text-parser.ts';

type FastmatchSpec = Extract<ParserSpec, { kind: 'fastmatch' }>;

const shortestPattern = 4;

/** Literal text with `%{name}` placeholders; the first pattern that matches wins. */
export const fastmatchParser: ParserDefinition<FastmatchSpec> = {
  kind: 'fastmatch',

  read(reader, spot) {
    const entries = reader.mapping(spot, 'The fastmatch parser', ['match', ...textOptionKeys]);
    if (entries === undefined) return undefined;
    const matchSpot = entries.get('match');
    const items = reader.list(matchSpot, '"match"') ?? [];
    if (items.length === 0) {
      reader.report(
        matchSpot ?? spot,
        'The fastmatch parser needs at least 1 pattern.',
        'List it under "match".',
      );
    }
    const match = items.flatMap((item) => {
      const pattern = reader.text(item, 'A fastmatch pattern');
      if (pattern === undefined) return [];
      const fault = faultOf(pattern);
      if (fault === undefined) return [pattern];
      reader.report(item, fault.message, fault.remedy);
      return [];
    });
    return { kind: 'fastmatch', match, options: readTextOptions(reader, entries) };
  },

  compile(spec) {
    const sink = createSink(spec.options);
    const patterns = spec.match.map((pattern) => {
      const compiled = compileFastmatch(pattern);
      if ('fault' in compiled)
        throw new TypeError(`The pattern "${pattern}" cannot be used: ${compiled.fault}`);
      return compiled.match;
    });
    return withSkipping(spec.options, () => (text) => {
      for (const match of patterns) {
        const fields = emptyRecord();
        if (match(text, (name, value) => sink.put(fields, name, value))) return sink.finish(fields);
      }
      return failed('The line matches none of the patterns.');
    });
  },
};

function faultOf(pattern: string): { message: string; remedy: string } | undefined {
  if (pattern.length < shortestPattern) {
    return {
      message: `The pattern "${pattern}" is shorter than ${shortestPattern} characters.`,
      remedy: 'Write a longer pattern.',
    };
  }
  if (/[\r\n]./s.test(pattern.replace(/\r\n$/, '\n'))) {
    return { message: 'The pattern has a line break inside.', remedy: 'Write each pattern on one line.' };
  }
  if (!/%\{[^}]*\}/.test(pattern)) {
    return {
      message: `The pattern "${pattern}" has no placeholder.`,
      remedy: 'Write %{name} where a value stands.',
    };
  }
  const compiled = compileFastmatch(pattern);
  if ('fault' in compiled) return { message: compiled.fault, remedy: 'Change the pattern.' };
  return undefined;
}
