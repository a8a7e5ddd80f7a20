/** Keys from the root; numbers are positions in arrays. */
export type JsonPath = readonly (string | number)[];

export interface JsonLine {
  /** Stable within one document. */
  id: string;
  path: JsonPath;
  depth: number;
  name: string | undefined;
  value: unknown;
  /** Set on objects and arrays. */
  childCount: number | undefined;
  isOpen: boolean;
}

export function pathText(path: JsonPath): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

function childrenOf(value: unknown): [string | number, unknown][] | undefined {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item]);
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  return undefined;
}

export interface OpenState {
  /** Objects down to this depth start open. */
  openDepth: number;
  /** Ids a person has turned round. */
  turned: ReadonlySet<string>;
}

/** The visible lines of a document, in order. The root's own braces are not a line. */
export function linesOf(document: unknown, { openDepth, turned }: OpenState): JsonLine[] {
  const lines: JsonLine[] = [];
  function visit(path: JsonPath, name: string | number, value: unknown) {
    const children = childrenOf(value);
    const id = JSON.stringify(path);
    const depth = path.length - 1;
    const isOpen = children !== undefined && children.length > 0 && depth < openDepth !== turned.has(id);
    lines.push({ id, path, depth, name: String(name), value, childCount: children?.length, isOpen });
    if (!isOpen) return;
    for (const [key, child] of children) visit([...path, key], key, child);
  }
  const roots = childrenOf(document);
  if (!roots) {
    return [
      {
        id: '[]',
        path: [],
        depth: 0,
        name: undefined,
        value: document,
        childCount: undefined,
        isOpen: false,
      },
    ];
  }
  for (const [key, child] of roots) visit([key], key, child);
  return lines;
}

/** Paths whose key or scalar value contains the text, case-insensitively; up to `limit`. */
export function findInJson(document: unknown, text: string, limit = 1000): JsonPath[] {
  const wanted = text.toLowerCase();
  const found: JsonPath[] = [];
  if (wanted === '') return found;
  function visit(path: JsonPath, value: unknown) {
    if (found.length >= limit) return;
    const children = childrenOf(value);
    const key = path.at(-1);
    const isKeyHit = typeof key === 'string' && key.toLowerCase().includes(wanted);
    const isValueHit = !children && String(value).toLowerCase().includes(wanted);
    if (path.length > 0 && (isKeyHit || isValueHit)) found.push(path);
    for (const [name, child] of children ?? []) visit([...path, name], child);
  }
  visit([], document);
  return found;
}
