import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { YAMLMap } from 'yaml';

/** One field of a schema text, as far as the text can be read. */
export interface TreeField {
  /** Place in the document, as problems name it: `fields[0].fields[2]`. */
  path: string;
  /** Place in the event: `actor.email`. */
  eventPath: string;
  name: string;
  /** As written; arrays say what they hold: `array of string`. */
  type: string;
  required: boolean;
  isDiscovered: boolean;
  description: string;
  indicators: string[];
  /** Short facts: event time, masked, renamed … */
  marks: string[];
  children: TreeField[];
}

/** References may point at each other while a text is being typed. */
const deepest = 12;

interface Context {
  definitions: YAMLMap | undefined;
  depth: number;
}

/**
 * Reads the fields of a schema text without checking it: what is missing is left empty, so that the tree stays while
 * a person types. Undefined when the text is not YAML or holds no mapping.
 */
export function readFieldTree(text: string): TreeField[] | undefined {
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const root = document.contents;
  const definitions = root.get('definitions');
  return fieldsOf(root, '', '', { definitions: isMap(definitions) ? definitions : undefined, depth: 0 });
}

function textOf(map: YAMLMap, key: string): string {
  const value = map.get(key);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

function isOn(map: YAMLMap, key: string): boolean {
  return map.get(key) === true;
}

function textsOf(map: YAMLMap, key: string): string[] {
  const value = map.get(key);
  if (!isSeq(value)) return [];
  return value.items.map((item) => (isScalar(item) ? String(item.value) : '')).filter((item) => item !== '');
}

function fieldsOf(map: YAMLMap, path: string, eventPath: string, context: Context): TreeField[] {
  const list = map.get('fields');
  if (!isSeq(list) || context.depth > deepest) return [];
  const prefix = path === '' ? 'fields' : `${path}.fields`;
  return list.items.flatMap((item, index) => {
    if (!isMap(item)) return [];
    return [fieldOf(item, `${prefix}[${index}]`, eventPath, { ...context, depth: context.depth + 1 })];
  });
}

function fieldOf(map: YAMLMap, path: string, parentPath: string, context: Context): TreeField {
  const name = textOf(map, 'name');
  const eventPath = parentPath === '' ? name : `${parentPath}.${name}`;
  const value = resolved(map, context);
  return {
    path,
    eventPath,
    name,
    type: typeText(value, context),
    required: isOn(map, 'required'),
    isDiscovered: isOn(map, 'isDiscovered'),
    description: textOf(map, 'description'),
    indicators: textsOf(value, 'indicators'),
    marks: marksOf(map, value),
    children: childrenOf(value, path, eventPath, context),
  };
}

/** The definition a `ref` points at, or the mapping itself. */
function resolved(map: YAMLMap, context: Context): YAMLMap {
  let value = map;
  for (let step = 0; step < deepest && textOf(value, 'type') === 'ref'; step += 1) {
    const target = context.definitions?.get(textOf(value, 'target'));
    if (!isMap(target)) return value;
    value = target;
  }
  return value;
}

function elementOf(map: YAMLMap, context: Context): YAMLMap | undefined {
  const element = map.get('element');
  return isMap(element) ? resolved(element, context) : undefined;
}

function typeText(map: YAMLMap, context: Context): string {
  const type = textOf(map, 'type');
  if (type === 'ref') return `ref ${textOf(map, 'target')}`;
  const element = type === 'array' ? elementOf(map, context) : undefined;
  return element ? `array of ${textOf(element, 'type')}` : type;
}

function childrenOf(map: YAMLMap, path: string, eventPath: string, context: Context): TreeField[] {
  if (map.has('fields')) return fieldsOf(map, path, eventPath, context);
  const element = elementOf(map, context);
  return element ? fieldsOf(element, `${path}.element`, eventPath, context) : [];
}

function marksOf(map: YAMLMap, value: YAMLMap): string[] {
  const marks: string[] = [];
  if (isOn(value, 'isEventTime')) marks.push('event time');
  if (map.has('mask')) marks.push('masked');
  if (map.has('rename')) marks.push('renamed');
  if (map.has('copy')) marks.push('copy');
  if (map.has('concat')) marks.push('concat');
  if (map.has('split')) marks.push('split');
  if (value.has('validate')) marks.push('validated');
  if (isOn(value, 'isEmbeddedJSON')) marks.push('embedded JSON');
  return marks;
}

/** Every field with its children, in the order of the text. */
export function flatFields(fields: readonly TreeField[]): TreeField[] {
  return fields.flatMap((field) => [field, ...flatFields(field.children)]);
}

/** Paths of the fields the problems belong to: the innermost field around each. */
export function brokenPaths(fields: readonly TreeField[], problemPaths: readonly string[]): Set<string> {
  const all = flatFields(fields).toSorted((a, b) => b.path.length - a.path.length);
  const around = (path: string) =>
    all.find((field) => path === field.path || path.startsWith(`${field.path}.`))?.path;
  return new Set(problemPaths.map(around).filter((path) => path !== undefined));
}

/** `10 fields, 3 required, 1 event time`. */
export function treeSummary(fields: readonly TreeField[]): string {
  const all = flatFields(fields);
  const required = all.filter((field) => field.required).length;
  const times = all.filter((field) => field.marks.includes('event time')).length;
  return [
    `${all.length} ${all.length === 1 ? 'field' : 'fields'}`,
    `${required} required`,
    times === 0 ? 'no event time' : `${times} event time`,
  ].join(', ');
}
