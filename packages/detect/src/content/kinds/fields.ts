import { stringifyJson } from '@margay/kit';
import { severities, type Severity, type UnitTest } from '@margay/model';
import * as z from 'zod';
import { readYaml } from '../yaml-text.ts';

const forbiddenCharacters = /[<>&"%]/;

/** An id or display name. */
export const Name = z
  .string({ error: 'must be text' })
  .min(1, { error: 'must not be empty' })
  .refine((text) => !forbiddenCharacters.test(text), { error: 'must not contain < > & " or %' });

export const Text = z.string({ error: 'must be text' });

export const TrueOrFalse = z.boolean({ error: 'must be true or false' });
export const WholeNumber = z
  .number({ error: 'must be a whole number' })
  .int({ error: 'must be a whole number' });

/** A list kept in the words of its file. */
export const RawList = z.array(z.unknown(), { error: 'must be a list' });

/** A list whose members differ (tags: whatever their case). */
export const distinctTexts = (keyOf: (text: string) => string = (text) => text) =>
  z
    .array(Text, { error: 'must be a list' })
    .refine((list) => new Set(list.map(keyOf)).size === list.length, { error: 'holds a member twice' });

export const SeverityName = Text.transform((text, context): Severity => {
  const found = severities.find((severity) => severity === text.toUpperCase());
  if (found !== undefined) return found;
  context.addIssue({
    code: 'custom',
    message: `must be one of Info, Low, Medium, High, Critical, not "${text}"`,
  });
  return z.NEVER;
});

/** Tags of one item differ whatever their case. */
export const Tags = distinctTexts((tag) => tag.toLowerCase());

/** As the field spells it in files. */
export const severityText = (severity: Severity) => severity[0] + severity.slice(1).toLowerCase();

const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
export const Reports = z.record(z.string(), z.array(Scalar, { error: 'must be a list' }));

const Mock = z
  .object({ objectName: Text, returnValue: z.unknown() })
  .transform(({ objectName, returnValue }) => ({
    objectName,
    returnValue: typeof returnValue === 'string' ? returnValue : stringifyJson(returnValue ?? null),
  }));

/** `Log` and `Resource` mean the same; both older and newer files are read. */
export const Test = z
  .object(
    {
      Name: Text.min(1, { error: 'must not be empty' }),
      ExpectedResult: z.boolean({ error: 'must be true or false' }),
      Log: z.unknown().optional(),
      Resource: z.unknown().optional(),
      LogType: z.unknown().optional(),
      ResourceType: z.unknown().optional(),
      Mocks: z.array(Mock).nullish(),
    },
    { error: 'must be a mapping with Name, ExpectedResult and Log' },
  )
  .transform((test) => ({
    name: test.Name,
    expectedResult: test.ExpectedResult,
    resource: stringifyJson(test.Log ?? test.Resource ?? {}),
    mocks: test.Mocks ?? [],
  }));

export const Tests = z
  .array(Test, { error: 'must be a list' })
  .refine((tests) => new Set(tests.map((test) => test.name)).size === tests.length, {
    error: 'No duplicate test names',
  });

/** Tests as a file holds them; `key` is `Log` or `Resource`. */
export function writeTests(tests: readonly UnitTest[], key: 'Log' | 'Resource'): Record<string, unknown>[] {
  return tests.map((test) => {
    const read = readYaml(test.resource); // JSON is YAML, and this reader keeps long numbers
    return {
      Name: test.name,
      ExpectedResult: test.expectedResult,
      [key]: 'value' in read ? read.value : test.resource,
      ...(test.mocks.length === 0 ? {} : { Mocks: test.mocks }),
    };
  });
}
