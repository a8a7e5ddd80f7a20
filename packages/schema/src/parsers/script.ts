import { invalidInput } from '@margay/kit';
import type { ParserSpec } from '../log-schema.ts';
import type { ParserDefinition } from './text-parser.ts';

type ScriptSpec = Extract<ParserSpec, { kind: 'script' }>;

const entryPoint = /^def\s+parse\s*\(\s*log\s*\)\s*:/m;

/** A Starlark function. Its form is checked; running it is not offered, and `compile` says so. */
export const scriptParser: ParserDefinition<ScriptSpec> = {
  kind: 'script',

  read(reader, spot) {
    const entries = reader.mapping(spot, 'The script parser', ['function']);
    if (entries === undefined) return undefined;
    const source = reader.text(entries.get('function'), '"function"');
    if (source !== undefined && entryPoint.test(source)) return { kind: 'script', function: source };
    if (source !== undefined || !entries.has('function')) {
      reader.report(
        entries.get('function') ?? spot,
        'The script must define "def parse(log):".',
        'Add the function at the start of a line.',
      );
    }
    return undefined;
  },

  compile() {
    throw invalidInput(
      'The schema has a script parser, which this version can store and check but not run. Use csv, fastmatch, regex or JSON to put it into service.',
      { code: 'InvalidLogSchema', details: { field: 'parser.script' } },
    );
  },
};
