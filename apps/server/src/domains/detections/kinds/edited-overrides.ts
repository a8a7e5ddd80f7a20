import { invalidInput } from '@margay/kit';
import { isDeepStrictEqual } from 'node:util';
import type { EditedRule } from './kind.ts';
import { given, type RuleInput } from './rule-input.ts';
import { RuleOverrideFields } from './rule-overrides.ts';

const logicNames = ['body', 'simpleDetectionBody', 'logTypes'] as const;

/** What of an editor's input differs from the base. Throws invalid-input where it would change the base's logic. */
export function overridesOf(
  input: RuleInput,
  before: EditedRule | undefined,
  base: EditedRule | undefined,
): RuleOverrideFields {
  const inherited: Record<string, unknown> = { ...base?.definition, enabled: base?.enabled };
  const said = given(input);
  for (const name of logicNames) {
    if (said[name] == null || base === undefined || isDeepStrictEqual(said[name], inherited[name])) continue;
    throw invalidInput(
      `Detection ${input.id} takes its ${name} from ${base.id}. Change it there, or clone the rule instead of deriving it.`,
      { details: { field: name } },
    );
  }
  const names = Object.keys(RuleOverrideFields.shape);
  const overrides: Record<string, unknown> = { ...before?.overrides };
  for (const [name, value] of Object.entries(said)) {
    if (!names.includes(name)) continue;
    // What it says already stays said, be it the same as the base.
    if (overrides[name] !== undefined && isDeepStrictEqual(value, overrides[name])) continue;
    if (value === null || isDeepStrictEqual(value, inherited[name])) delete overrides[name];
    else overrides[name] = value;
  }
  return overrides; // checked by its schema before it is stored
}
