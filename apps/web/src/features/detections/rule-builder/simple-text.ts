import {
  type BuilderModel,
  builderModelOf,
  type NotRepresentable,
  readSimpleDetection,
  simpleOf,
} from '@margay/detect/simple';
import type { SimpleDetection } from '@margay/model';
import { isMap, isScalar, isNode } from 'yaml';
import type { EditorProblem } from '../../../editor/code-editor-props.ts';
import {
  parseYaml,
  printYaml,
  problemOf,
  syntaxErrorText,
  syntaxProblems,
  valueOfYaml,
} from './yaml-document.ts';

/** A simple detection as the server keeps it: one text for each of its keys, null for those it has not. */
export interface SimpleTexts {
  simpleDetectionBody: string | null;
  dynamicAlertTitle: string | null;
  dynamicAlertContext: string | null;
  dynamicGroupBy: string | null;
  dynamicSeverities: string | null;
}

/** Keys of the text that is edited, in its order, and where each is kept. */
const lists = [
  ['Detection', 'simpleDetectionBody'],
  ['AlertContext', 'dynamicAlertContext'],
  ['GroupBy', 'dynamicGroupBy'],
  ['DynamicSeverities', 'dynamicSeverities'],
] as const;
const knownKeys: readonly string[] = ['Detection', 'AlertTitle', ...lists.map(([key]) => key)];

/** The texts as one that a person edits. */
export function textOfParts(parts: SimpleTexts): string {
  const section = (key: string, text: string | null) => {
    if (text === null || text.trim() === '') return '';
    const bare = text.replace(/^---[ \t]*\n/, '').trimEnd();
    const { document } = parseYaml(bare);
    if (isMap(document.contents) && document.contents.items.length === 1 && document.has(key))
      return `${bare}\n`;
    const first = bare.split('\n').find((line) => /^\s*[^\s#]/.test(line)) ?? '';
    // A list of dashes may stand at the margin; anything else belongs behind its key.
    const isList = /^\s*-(\s|$)/.test(first);
    return `${key}:\n${isList ? bare : bare.replaceAll(/^/gm, '  ')}\n`;
  };
  const title = parts.dynamicAlertTitle ? printYaml({ AlertTitle: parts.dynamicAlertTitle }) : '';
  return [
    section('Detection', parts.simpleDetectionBody),
    title,
    ...lists.slice(1).map(([key, name]) => section(key, parts[name])),
  ].join('');
}

/** The text parted for the server, with its comments. A text that cannot be read is the body as it is. */
export function partsOfText(text: string): SimpleTexts {
  const none: SimpleTexts = {
    simpleDetectionBody: null,
    dynamicAlertTitle: null,
    dynamicAlertContext: null,
    dynamicGroupBy: null,
    dynamicSeverities: null,
  };
  const { document } = parseYaml(text);
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root) || root.flow) return { ...none, simpleDetectionBody: text };
  const starts = root.items.map(({ key }) => (isScalar(key) ? (key.range?.[0] ?? 0) : 0));
  let strayComments = commentLines(text.slice(0, starts[0]));
  const parts = { ...none };
  root.items.forEach(({ key, value }, index) => {
    if (!isScalar(key) || !key.range) return;
    const source = text.slice(key.range[1], starts[index + 1] ?? text.length);
    if (key.value === 'AlertTitle') {
      const isText = isScalar(value) && value.value !== null && value.value !== '';
      parts.dynamicAlertTitle = isText ? String(value.value) : null;
      const end = isNode(value) && value.range ? value.range[1] : key.range[1];
      strayComments += commentLines(text.slice(end, starts[index + 1] ?? text.length));
      return;
    }
    const name = lists.find(([listKey]) => listKey === key.value)?.[1];
    if (name) parts[name] = valueSource(source);
  });
  if (strayComments !== '') parts.simpleDetectionBody = `${strayComments}${parts.simpleDetectionBody ?? ''}`;
  return parts;
}

/** What stands behind a key and its colon. */
function valueSource(source: string): string | null {
  const behind = source
    .replace(/^\s*:[ \t]*/, '')
    .replace(/^\n/, '')
    .trimEnd();
  return behind === '' ? null : `${behind}\n`;
}

function commentLines(text: string): string {
  const lines = text.split('\n').filter((line) => /^\s*#/.test(line));
  return lines.map((line) => `${line.trim()}\n`).join('');
}

/** What the text says, and everything wrong with it at its place. */
export interface ReadSimple {
  /** Undefined where the text is no YAML mapping. */
  simple: SimpleDetection | undefined;
  problems: EditorProblem[];
}

export const bodyRequired = 'This field is required';

export function readSimpleText(text: string): ReadSimple {
  const parsed = parseYaml(text);
  const atStart = (message: string): ReadSimple => ({
    simple: undefined,
    problems: [{ line: 1, column: 1, endLine: 1, endColumn: 2, severity: 'error', message }],
  });
  const syntax = syntaxProblems(parsed);
  if (syntax.length > 0) return { simple: undefined, problems: syntax };
  const value = valueOfYaml(parsed);
  if (value === null || value === undefined) return atStart(bodyRequired);
  if (typeof value !== 'object' || Array.isArray(value))
    return atStart(`${syntaxErrorText} Begin with "Detection:" and list the conditions under it.`);
  const raw = value as Record<string, unknown>;
  // Everything in it may be anything; the reader below finds it out.
  const simple = {
    detection: raw['Detection'],
    alertTitle: raw['AlertTitle'],
    alertContext: raw['AlertContext'],
    groupBy: raw['GroupBy'],
    dynamicSeverities: raw['DynamicSeverities'],
  } as SimpleDetection;
  const { faults = [] } = readSimpleDetection(simple);
  const problems = faults.map((fault) => problemOf(parsed, fault));
  for (const key of Object.keys(raw).filter((name) => !knownKeys.includes(name))) {
    const { line, column, endLine, endColumn } = keyPlace(parsed, key);
    const message = `${key} is no part of the logic. Remove it; what else a rule says stands in its settings.`;
    problems.push({ line, column, endLine, endColumn, severity: 'error', message });
  }
  return { simple, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

function keyPlace({ document, lines }: ReturnType<typeof parseYaml>, name: string) {
  const root = document.contents;
  const found = isMap(root) ? root.items.find(({ key }) => isScalar(key) && key.value === name) : undefined;
  const range = found && isScalar(found.key) ? found.key.range : undefined;
  const start = lines.linePos(range?.[0] ?? 0);
  return {
    line: start.line,
    column: start.col,
    endLine: start.line,
    endColumn: start.col + name.length,
  };
}

export type BuilderView =
  | { model: BuilderModel; reason?: undefined }
  | { model?: undefined; reason: NotRepresentable };

/** What the builder shows of a text, or why it shows nothing. */
export function builderViewOf(text: string, kind = 'rules'): BuilderView {
  const { simple, problems } = readSimpleText(text);
  const isBroken = simple === undefined || problems.some(({ message }) => !message.startsWith('SD'));
  if (isBroken) return { reason: { kind: 'syntax', message: syntaxErrorText } };
  if (!Array.isArray(simple.detection) || simple.detection.length > 0) return builderModelOf(simple, kind);
  // Nothing in it yet is a fault when it is saved, and no hindrance to begin with.
  const { model, reason } = builderModelOf({ ...simple, detection: [startingPoint] }, kind);
  return model ? { model: { ...model, detect: { conjunction: 'and', nodes: [] } } } : { reason };
}
const startingPoint = { KeyPath: 'any', Condition: 'Exists' };

/** The text of what the builder shows. Parts left empty are left out. */
export function textOfModel(model: BuilderModel): string {
  const { detection, alertTitle, alertContext, groupBy, dynamicSeverities } = simpleOf(model);
  const filled = <T>(list: readonly T[] | undefined) => (list && list.length > 0 ? list : undefined);
  return printYaml({
    Detection: detection,
    AlertTitle: alertTitle || undefined,
    AlertContext: filled(alertContext),
    GroupBy: filled(groupBy),
    DynamicSeverities: filled(dynamicSeverities),
  });
}

/** What a new simple detection starts with. */
export const newSimpleText = 'Detection: []\n';
