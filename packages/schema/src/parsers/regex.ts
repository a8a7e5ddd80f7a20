import type { ParserSpec } from '../log-schema.ts';
import type { Reader, Spot } from '../read/reader.ts';
import { expandGrok } from './grok.ts';
import { grokPatterns } from './grok-patterns.ts';
import { compileLinearRegex } from './linear-regex.ts';
import type { LinearRegex } from './linear-regex.ts';
import { createSink, emptyRecord, readTextOptions, textOptionKeys, withSkipping } from './text-options.ts';
import { failed } from './text-parser.ts';
import type { ParserDefinition } from './text-parser.ts';

type RegexSpec = Extract<ParserSpec, { kind: 'regex' }>;

const definitionName = /^[A-Z][A-Z0-9_]*$/;

/** One expression in RE2 syntax, in pieces, with `%{NAME:field}` from a library of named patterns. */
export const regexParser: ParserDefinition<RegexSpec> = {
  kind: 'regex',

  read(reader, spot) {
    const entries = reader.mapping(spot, 'The regex parser', [
      'match',
      'patternDefinitions',
      ...textOptionKeys,
    ]);
    if (entries === undefined) return undefined;
    const matchSpot = entries.get('match');
    const match = reader.texts(matchSpot, '"match"') ?? [];
    if (match.length === 0) {
      reader.report(
        matchSpot ?? spot,
        'The regex parser needs at least 1 expression.',
        'List it under "match"; the items are joined without a separator.',
      );
    }
    const spec: RegexSpec = {
      kind: 'regex',
      match,
      patternDefinitions: readDefinitions(reader, entries.get('patternDefinitions')),
      options: readTextOptions(reader, entries),
    };
    const compiled = compileSpec(spec);
    if (match.length > 0 && 'fault' in compiled) {
      reader.report(
        matchSpot ?? spot,
        compiled.fault,
        'Use RE2 syntax; look-around and back-references do not exist there.',
      );
    }
    return spec;
  },

  compile(spec) {
    const sink = createSink(spec.options);
    const compiled = compileSpec(spec);
    if ('fault' in compiled) throw new TypeError(`The expression cannot be used: ${compiled.fault}`);
    const { regex, targets } = compiled;
    return withSkipping(spec.options, () => (text) => {
      const captured = regex.match(text);
      if (captured === undefined) return failed('The line does not match the expression.');
      const fields = emptyRecord();
      for (const { field, groups } of targets) sink.put(fields, field, firstFilled(captured, groups));
      return sink.finish(fields);
    });
  },
};

function readDefinitions(reader: Reader, spot: Spot | undefined): Record<string, string> {
  const definitions: Record<string, string> = {};
  if (spot === undefined) return definitions;
  for (const [name, entry] of reader.mapping(spot, '"patternDefinitions"', 'any') ?? []) {
    if (!definitionName.test(name)) {
      reader.report(
        entry,
        `"${name}" cannot be the name of a pattern.`,
        'Start with a capital and use capitals, digits and _.',
        'key',
      );
    } else if (Object.hasOwn(grokPatterns, name)) {
      reader.report(
        entry,
        `The pattern "${name}" is built in and cannot be changed.`,
        'Choose another name.',
        'key',
      );
    }
    const pattern = reader.text(entry, `The pattern "${name}"`);
    if (pattern !== undefined) definitions[name] = pattern;
  }
  return definitions;
}

function compileSpec(
  spec: RegexSpec,
): { regex: LinearRegex; targets: { field: string; groups: number[] }[] } | { fault: string } {
  const expanded = expandGrok(spec.match.join(''), spec.patternDefinitions);
  if ('fault' in expanded) return expanded;
  const regex = compileLinearRegex(expanded.expression);
  if ('fault' in regex) return { fault: `The expression cannot be used: ${regex.fault}.` };
  const groupsOfField = new Map<string, number[]>();
  const inOrder = Object.entries(regex.groups).toSorted((a, b) => a[1] - b[1]);
  for (const [name, group] of inOrder) {
    const field = expanded.fieldOfGroup.get(name) ?? name;
    groupsOfField.set(field, [...(groupsOfField.get(field) ?? []), group]);
  }
  if (groupsOfField.size === 0)
    return { fault: 'The expression captures no field; name one with %{PATTERN:field}.' };
  return { regex, targets: [...groupsOfField].map(([field, groups]) => ({ field, groups })) };
}

/** A group that took no part counts as empty; of several groups for one field the first that is filled wins. */
function firstFilled(captured: readonly (string | null | undefined)[], groups: readonly number[]): string {
  for (const group of groups) {
    const text = captured[group];
    if (text !== null && text !== undefined && text !== '') return text;
  }
  return '';
}
