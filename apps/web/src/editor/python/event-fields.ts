import { nearestWord } from '@margay/kit';

/** A field of a log type's events, as the server lists it. */
export interface EventField {
  path: readonly string[];
  /** `string`, `object`, `array of object` … */
  type: string;
  description: string | null;
  isDiscovered: boolean;
}

export interface LogTypeFields {
  logType: string;
  /** Fields that the schema does not name are kept in the event too. */
  keepsUnknownFields: boolean;
  fields: readonly EventField[];
}

/** A field over all log types of a rule. */
export interface FieldNode {
  name: string;
  path: readonly string[];
  /** Each type once; log types may differ. */
  types: readonly string[];
  description: string;
  isDiscovered: boolean;
  /** The log types that have it. */
  logTypes: readonly string[];
  isCommon: boolean;
  children: readonly FieldNode[];
}

/** What is known of a path. `in-list`: it leads through a list, at that place. `open`: below it anything may be. */
export type PathVerdict =
  | { kind: 'known'; node: FieldNode }
  | { kind: 'open' }
  | { kind: 'in-list'; at: number; list: FieldNode }
  | { kind: 'unknown'; at: number; nearest: string | undefined };

export interface FieldIndex {
  logTypes: readonly string[];
  keepsUnknownFields: boolean;
  /** Fields that all log types have come first, then by name. */
  childrenOf(path: readonly string[]): readonly FieldNode[];
  /** Every field below a path, however deep. */
  below(path: readonly string[]): readonly FieldNode[];
  look(path: readonly string[], options: { throughLists: boolean }): PathVerdict;
}

interface Draft {
  node: FieldNode & { children: FieldNode[]; logTypes: string[]; types: string[] };
  byName: Map<string, Draft>;
}

/** Puts the fields of several log types into one tree. Names differ by more than case, as events are read. */
export function createFieldIndex(shapes: readonly LogTypeFields[]): FieldIndex {
  const root = draftOf('', []);
  for (const { logType, fields } of shapes) for (const field of fields) place(root, logType, field);
  finish(root, shapes.length);
  const find = (path: readonly string[]) => {
    let draft: Draft | undefined = root;
    for (const name of path) draft = draft?.byName.get(name.toLowerCase());
    return draft;
  };
  const deep = new Map<string, readonly FieldNode[]>();
  return {
    logTypes: shapes.map(({ logType }) => logType),
    keepsUnknownFields: shapes.some((shape) => shape.keepsUnknownFields),
    childrenOf: (path) => find(path)?.node.children ?? [],
    below(path) {
      const key = path.join('\n').toLowerCase();
      const known = deep.get(key) ?? flat(find(path)?.node.children ?? []);
      deep.set(key, known);
      return known;
    },
    look: (path, options) => look(root, path, options.throughLists),
  };
}

function draftOf(name: string, path: readonly string[]): Draft {
  const node = {
    name,
    path,
    types: [],
    description: '',
    isDiscovered: false,
    logTypes: [],
    isCommon: false,
    children: [],
  };
  return { node, byName: new Map() };
}

function place(root: Draft, logType: string, field: EventField): void {
  let parent = root;
  for (const [depth, name] of field.path.entries()) {
    const key = name.toLowerCase();
    let child = parent.byName.get(key);
    if (!child) {
      child = draftOf(name, field.path.slice(0, depth + 1));
      parent.byName.set(key, child);
      parent.node.children.push(child.node);
    }
    parent = child;
  }
  const { node } = parent;
  if (!node.types.includes(field.type)) node.types.push(field.type);
  if (!node.logTypes.includes(logType)) node.logTypes.push(logType);
  node.description ||= field.description ?? '';
  node.isDiscovered ||= field.isDiscovered;
}

function finish(draft: Draft, logTypeCount: number): void {
  const { node } = draft;
  node.isCommon = node.logTypes.length === logTypeCount;
  for (const child of draft.byName.values()) finish(child, logTypeCount);
  const rank = (field: FieldNode) => (field.isCommon ? 0 : 2) + (field.name.startsWith('p_') ? 1 : 0);
  node.children.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

function flat(nodes: readonly FieldNode[]): FieldNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

const isList = (node: FieldNode) => node.types.some((type) => type.startsWith('array'));
const isOpen = (node: FieldNode) => node.types.some((type) => type.endsWith('json'));

function look(root: Draft, path: readonly string[], throughLists: boolean): PathVerdict {
  let draft = root;
  for (const [at, name] of path.entries()) {
    if (at > 0 && isOpen(draft.node)) return { kind: 'open' };
    if (at > 0 && isList(draft.node) && !throughLists) return { kind: 'in-list', at, list: draft.node };
    const next = draft.byName.get(name.toLowerCase());
    if (!next) return { kind: 'unknown', at, nearest: nearestOf(name, draft.node.children) };
    draft = next;
  }
  return { kind: 'known', node: draft.node };
}

/** The name that was probably meant: few letters away, or the same without its signs. */
function nearestOf(name: string, fields: readonly FieldNode[]): string | undefined {
  const same = fields.find((field) => letters(field.name) === letters(name));
  if (same) return same.name;
  const most = Math.max(1, Math.floor(name.length / 3));
  return nearestWord(
    name,
    fields.map((field) => field.name),
    most,
  );
}

const letters = (name: string) => name.toLowerCase().replaceAll(/[_\-.]/g, '');
