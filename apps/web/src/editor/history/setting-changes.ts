import * as z from 'zod/mini';
import type { SettingChange } from './version-shape.ts';

export const listText = (values: readonly string[]) => (values.length === 0 ? 'none' : values.join(', '));
export const yesNo = (value: boolean) => (value ? 'yes' : 'no');
export const textOf = (value: string) => (value === '' ? 'empty' : value);

/** A field of a version, in words. */
export interface VersionField<Version> {
  label: string;
  text: (version: Version) => string;
}

/** The fields whose words differ. */
export function changedFields<Version>(
  fields: readonly VersionField<Version>[],
  before: Version,
  after: Version,
): SettingChange[] {
  return fields
    .map(({ label, text }) => ({ label, before: text(before), after: text(after) }))
    .filter((change) => change.before !== change.after);
}

/** Unit tests as a version holds them. */
export const testsSchema = z.array(
  z.object({
    name: z.string(),
    expectedResult: z.boolean(),
    resource: z.string(),
    mocks: z.array(z.object({ objectName: z.string(), returnValue: z.string() })),
  }),
);
type Tests = z.infer<typeof testsSchema>;

/** Which unit tests are new, changed or gone; empty when all are the same. */
export function testChanges(before: Tests, after: Tests): SettingChange[] {
  const older = new Map(before.map((test) => [test.name, JSON.stringify(test)]));
  const newer = new Map(after.map((test) => [test.name, JSON.stringify(test)]));
  const added = [...newer.keys()].filter((name) => !older.has(name));
  const removed = [...older.keys()].filter((name) => !newer.has(name));
  const changed = [...newer].filter(([name, text]) => older.has(name) && older.get(name) !== text);
  const parts = [
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
    ...(changed.length > 0 ? [`changed: ${changed.map(([name]) => name).join(', ')}`] : []),
    ...(removed.length > 0 ? [`gone: ${removed.join(', ')}`] : []),
  ];
  if (parts.length === 0) return [];
  return [{ label: 'Tests', before: String(older.size), after: `${newer.size}, ${parts.join('; ')}` }];
}

/** Which values of which framework are mapped. */
export const mappingText = (reports: readonly { key: string; values: readonly string[] }[]) =>
  listText(reports.map(({ key, values }) => `${key}: ${values.join(', ')}`));
