import { posix } from 'node:path';
import type { ContentDocument } from './document.ts';
import { readDocument } from './document.ts';
import type { ContentItem, ContentProblem, ContentReading, SkippedItem } from './item.ts';
import { contentKinds, unsupportedKinds } from './kinds/index.ts';
import { isFault } from './kinds/kind.ts';

export interface ContentFile {
  /** Relative, with forward slashes. */
  path: string;
  text: string;
}

const kindOf = new Map(contentKinds.map((kind) => [kind.analysisType, kind]));

/** Reads detection content in the format of panther-analysis repositories. Bad files never hide the good ones. */
export function readContent(files: readonly ContentFile[]): ContentReading {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const reading: ContentReading = { items: [], problems: [], skipped: [] };
  for (const file of files) {
    if (!/\.ya?ml$/.test(file.path)) continue;
    const document = readDocument(file.path, file.text);
    if ('problems' in document) reading.problems.push(...document.problems);
    else readItem(document, texts, reading);
  }
  refuseDuplicates(reading);
  return reading;
}

function readItem(
  document: ContentDocument,
  texts: ReadonlyMap<string, string>,
  reading: ContentReading,
): void {
  const { file, value } = document;
  if (value === null || typeof value !== 'object' || !('AnalysisType' in value)) return;
  const type = String(value.AnalysisType);
  const skipped = skippedItem(file, type, value);
  if (skipped !== undefined) {
    reading.skipped.push(skipped);
    return;
  }
  const kind = kindOf.get(type);
  if (kind === undefined) {
    reading.problems.push({
      file,
      id: '',
      field: 'AnalysisType',
      ...document.placeOf(['AnalysisType']),
      message: `There is no analysis type "${type}".`,
      remedy: `Use one of ${[...kindOf.keys(), ...Object.keys(unsupportedKinds)].sort().join(', ')}.`,
    });
    return;
  }
  const id = idOf(value, kind.idKey);
  const parsed = kind.yaml.safeParse(value);
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
        remedy: unknown.length > 0 ? 'Remove it or mend its spelling.' : 'Mend it and try again.',
      });
    }
    return;
  }
  const folder = posix.dirname(file);
  const built = kind.build(parsed.data, {
    file,
    sibling: (name) => texts.get(posix.normalize(posix.join(folder, name))),
  });
  if (isFault(built)) {
    reading.problems.push({ file, id, ...built, ...document.placeOf([built.field]) });
  } else {
    reading.items.push(built);
  }
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
