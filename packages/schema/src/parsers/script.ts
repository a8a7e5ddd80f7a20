import { messageOf } from '@margay/kit';
import type { ParserSpec } from '../log-schema.ts';
import { loadScript } from '../starlark/script.ts';
import { createBudget } from './script-budget.ts';
import { failed } from './text-parser.ts';
import type { ParserDefinition } from './text-parser.ts';

type ScriptSpec = Extract<ParserSpec, { kind: 'script' }>;

const mostShown = 20;

/** A Starlark function that makes the event, in an interpreter of ours: it reaches nothing but its entry. */
export const scriptParser: ParserDefinition<ScriptSpec> = {
  kind: 'script',

  read(reader, spot) {
    const entries = reader.mapping(spot, 'The script parser', ['function']);
    if (entries === undefined) return undefined;
    const sourceSpot = entries.get('function');
    const source = reader.text(sourceSpot, '"function"');
    if (sourceSpot === undefined) {
      reader.report(spot, 'The script must define "def parse(log):".', 'Write it under "function".');
    }
    if (sourceSpot === undefined || source === undefined) return undefined;
    const { faults } = loadScript(source);
    for (const { line, column, message } of faults.slice(0, mostShown)) {
      reader.report(
        sourceSpot,
        `Line ${line}, column ${column} of the script: ${message}`,
        'Fix the script at this place.',
      );
    }
    return faults.length === 0 ? { kind: 'script', function: source } : undefined;
  },

  compile(spec, logType) {
    const name = logType === undefined ? 'The script' : `The script of ${logType}`;
    const { script, faults } = loadScript(spec.function);
    // It was read before, so this is a machine too busy to load it in time. Its entries fail; others do not.
    if (script === undefined) {
      const reason = `${name} cannot be loaded: ${faults[0]!.message}`;
      return () => () => failed(reason);
    }
    const budget = createBudget();
    return () => {
      const stream = budget.startStream();
      return (text) => {
        if (!stream.mayRun(text.length)) {
          return failed(
            `${name} has used up its time for this batch (${stream.limitText}), so this entry was not tried. Make the script do less for each entry, then process these entries again.`,
          );
        }
        try {
          const outcome = script.run(text, stream.limitsFor(text.length));
          stream.spent(outcome);
          if (outcome.kind === 'event') return { kind: 'parsed', value: outcome.event };
          const place = `line ${outcome.line}, column ${outcome.column}`;
          if (outcome.limit) {
            return failed(
              `${name} was stopped at ${place}: ${outcome.message}. Make the script do less for each entry, then process these entries again.`,
            );
          }
          return failed(`${name} failed at ${place}: ${outcome.message}.`);
        } catch (cause) {
          return failed(`${name} failed: ${messageOf(cause)}`);
        }
      };
    };
  },
};
