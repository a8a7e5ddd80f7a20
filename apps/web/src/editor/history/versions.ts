import { countChanges, diffLines } from '../diff/line-diff.ts';
import type { VersionRecord, VersionShape } from './version-shape.ts';

export interface LineChange {
  added: number;
  removed: number;
}

export interface ReadVersion<Definition = unknown> extends Omit<VersionRecord, 'definition'> {
  /** Undefined when it is of a shape this console does not know. */
  definition: Definition | undefined;
  /** Of the code, against the version before it. */
  change: LineChange | undefined;
  /** What was done, in a few words. */
  summary: string;
}

/** Versions with what each of them changed, newest first as they came. */
export function readVersions<Definition>(
  records: readonly VersionRecord[],
  shape: VersionShape<Definition>,
): ReadVersion<Definition>[] {
  const read = records.map((record) => ({ ...record, definition: shape.read(record.definition) }));
  const texts = read.map(({ definition }) => JSON.stringify(definition));
  return read.map((version, index) => {
    const older = read[index + 1];
    // The same as one that was not the version before it: it was brought back.
    const origin = texts.findIndex((text, at) => at > index + 1 && text === texts[index]);
    const change =
      version.definition && older?.definition
        ? countChanges(diffLines(shape.code(older.definition), shape.code(version.definition)))
        : undefined;
    const summary =
      origin >= 0 && texts[index] !== texts[index + 1]
        ? `Restored version ${read[origin]!.number}`
        : summaryOf(shape, version.definition, older?.definition, version.number);
    return { ...version, change, summary };
  });
}

function summaryOf<Definition>(
  shape: VersionShape<Definition>,
  now: Definition | undefined,
  before: Definition | undefined,
  number: number,
): string {
  if (!now) return 'Of a shape this console does not know';
  if (!before) return number === 1 ? 'First version' : 'The version before it is not listed';
  const settings = shape.settingChanges(before, now);
  const isCode = shape.code(now) !== shape.code(before);
  if (!isCode && settings.length === 0) return 'Saved without a change';
  const [only] = settings;
  // One short change is said whole.
  if (!isCode && settings.length === 1 && only && only.before.length + only.after.length < 40)
    return `${only.label}: ${only.before} → ${only.after}`;
  return [...(isCode ? ['Code'] : []), ...settings.map(({ label }) => label)].join(', ');
}

/** The older and the newer of two versions; the newer is missing when there is only one. */
export function inOrder<Definition>(
  picked: ReadVersion<Definition>,
  other: ReadVersion<Definition> | undefined,
) {
  return other && other.number < picked.number ? ([other, picked] as const) : ([picked, other] as const);
}
