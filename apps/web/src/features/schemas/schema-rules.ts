import { clashingName, faultOfSchemaName, longestTypedName, withCustomPrefix } from '@margay/schema';
import { fieldMessages } from '../../ui/inputs/form-rules.ts';

/** What is wrong with a name typed behind the fixed prefix `Custom.`; undefined when it may be used. */
export function typedNameFault(typed: string, existing: readonly string[]): string | undefined {
  if (typed === '') return fieldMessages.required;
  if (typed.length > longestTypedName) return `Must be at most ${longestTypedName} characters`;
  const name = withCustomPrefix(typed);
  const clash = clashingName(name, existing);
  if (clash !== undefined) return `A schema named ${clash} exists already`;
  const fault = faultOfSchemaName(name, 'user');
  return (
    fault && 'Use words of letters and digits, each starting with a capital, separated by up to five dots'
  );
}

/** What follows `Custom.` in a name. */
export function typedNameOf(name: string): string {
  return name.replace(/^Custom\./, '');
}

/** The text of a new schema: enough to be valid, with the parts most schemas need. */
export const newSchemaText = `fields:
  - name: time
    required: true
    description: When it happened.
    type: timestamp
    timeFormats: [rfc3339]
    isEventTime: true
  - name: message
    type: string
`;

/**
 * The text of a schema as the start of a copy: its own name goes, and so does what only managed schemas may say.
 */
export function textForClone(spec: string): string {
  const kept = spec
    .split('\n')
    .filter((line) => !/^(schema|x-walk|x-scan|x-never):/.test(line))
    .join('\n');
  return kept.trimStart();
}
