import { posix } from 'node:path';
import type { ContentDocument } from './document.ts';
import { readDocument } from './document.ts';
import type { ContentItem, ContentProblem, ContentReading, SkippedItem } from './item.ts';
import { analysisTypes, kindOf, unsupportedKinds } from './kinds/index.ts';
import { isFault, type KindDefinition } from './kinds/kind.ts';
import { isStorable } from './storable.ts';

export interface ContentFile {
  /** Relative, with forward slashes. */
  path: string;
  text: string;
}

export interface ReadOptions {
  /** True: keys a rule, derived rule or policy should not have are left out of account. */
  ignoreExtraKeys?: boolean;
}

/** Reads detection content in the format of panther-analysis repositories. Bad files never hide the good ones. */
export function readContent(files: readonly ContentFile[], options: ReadOptions = {}): ContentReading {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const reading: ContentReading = { items: [], problems: [], skipped: [] };
  for (const file of files) {
    if (!/\.ya?ml$/.test(file.path)) continue;
    const document = readDocument(file.path, file.text);
    if ('problems' in document) reading.problems.push(...document.problems);
    else readItem(document, { texts, reading, ignoreExtraKeys: options.ignoreExtraKeys ?? false });
  }
  refuseDuplicates(reading);
  return reading;
}

interface Reader {
  texts: ReadonlyMap<string, string>;
  reading: ContentReading;
  ignoreExtraKeys: boolean;
}

function readItem(document: ContentDocument, { texts, reading, ignoreExtraKeys }: Reader): void {
  const { file, value } = document;
  if (value === null || typeof value !== 'object' || !('AnalysisType' in value)) return;
  const type = String(value.AnalysisType);
  const skipped = skippedItem(file, type, value);
  if (skipped !== undefined) {
    reading.skipped.push(skipped);
    return;
  }
  const kind = kindOf(type, value);
  if (kind === undefined) {
    reading.problems.push({
      file,
      id: '',
      field: 'AnalysisType',
      ...document.placeOf(['AnalysisType']),
      message: `There is no analysis type "${type}".`,
      remedy: `Use one of ${analysisTypes.join(', ')}.`,
    });
    return;
  }
  const id = idOf(value, kind.idKey);
  const parsed = parseYaml(kind, value, ignoreExtraKeys);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
      const path = [...issue.path.filter((part) => typeof part !== 'symbol'), ...unknown.slice(0, 1)];
      reading.problems.push({
        file,
        id,
        field: textOfPath(path),
        ...document.placeOf(path),
        message:
          unknown.length > 0
            ? `The key ${unknown.join(', ')} is not known here.`
            : `The value ${issue.message}.`,
        remedy: unknown.length > 0 ? 'Remove it or fix its spelling.' : 'Fix it and try again.',
      });
    }
    return;
  }
  const folder = posix.dirname(file);
  const siblings: [string, string][] = [];
  const built = kind.build(parsed.data, {
    file,
    sibling(name) {
      const path = posix.normalize(posix.join(folder, name));
      const text = texts.get(path)?.replace(/^\uFEFF/, ''); // Python takes no byte order mark
      if (text !== undefined) siblings.push([path, text]);
      return text;
    },
  });
  const unfit = [[file, parsed.data] as const, ...siblings].find(([, held]) => !isStorable(held));
  if (isFault(built)) {
    reading.problems.push({ file, id, ...built, ...document.placeOf([built.field]) });
  } else if (unfit !== undefined) {
    reading.problems.push({
      file: unfit[0],
      id,
      field: '',
      line: 0,
      column: 0,
      message: 'The file holds the character U+0000 or half a character, which cannot be stored.',
      remedy: 'Remove it and try again.',
    });
  } else {
    reading.items.push(built);
  }
}

/** `AnalysisType` and id of a kind are never extra, so one more attempt without the extra keys is enough. */
function parseYaml(kind: KindDefinition, value: object, ignoreExtraKeys: boolean) {
  const parsed = kind.yaml.safeParse(value);
  if (parsed.success || !ignoreExtraKeys || kind.mayIgnoreExtraKeys !== true) return parsed;
  const extra = new Set(
    parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
    ),
  );
  return kind.yaml.safeParse(Object.fromEntries(Object.entries(value).filter(([key]) => !extra.has(key))));
}

function skippedItem(file: string, type: string, value: object): SkippedItem | undefined {
  const unsupported = unsupportedKinds[type];
  if (unsupported === undefined) return undefined;
  return { file, id: idOf(value, unsupported.idKey), kind: type, reason: unsupported.reason };
}

function idOf(value: object, key: string): string {
  const id = (value as Record<string, unknown>)[key];
  return typeof id === 'string' ? id : '';
}

function textOfPath(path: readonly (string | number)[]): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join('');
}

/** An id may be used once over all kinds; of two, the first by file name stays. */
function refuseDuplicates(reading: ContentReading): void {
  const firstOf = new Map<string, ContentItem>();
  const kept: ContentItem[] = [];
  for (const item of reading.items.toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
    const first = firstOf.get(item.id);
    if (first === undefined) {
      firstOf.set(item.id, item);
      kept.push(item);
      continue;
    }
    const problem: ContentProblem = {
      file: item.file,
      id: item.id,
      field: '',
      line: 1,
      column: 1,
      message: `The id ${item.id} is used by ${first.file} already.`,
      remedy: 'Give one of them another id.',
    };
    reading.problems.push(problem);
  }
  reading.items = kept;
}
