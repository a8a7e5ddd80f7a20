import {
  Composer,
  isMap,
  isScalar,
  LineCounter,
  Parser,
  visit,
  YAMLParseError,
  type Document,
  type Node,
} from 'yaml';

export interface YamlFault {
  message: string;
  /** From 1 on, as the other three. */
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface YamlOptions {
  /** Also refuses what the standard forbids though its meaning is plain. Off by default. */
  strict?: boolean;
}

export interface ParsedYaml {
  document: Document.Parsed;
  lines: LineCounter;
  /** The first ones. */
  faults: YamlFault[];
  isTooDeep: boolean;
}

/** More would not be read, and the library may find one in each character. */
const mostFaults = 20;
const mostAliases = 1_000;

/**
 * YAML 1.2: yes and no stay text, timestamps stay text, `0644` is decimal; whole numbers are bigint. The library's own
 * checks for equal keys and its drawings of faults take time with the square of the size, so both are done here: a
 * megabyte of anything holds up nobody.
 */
export function parseYaml(text: string, options: YamlOptions = {}): ParsedYaml {
  const lines = new LineCounter();
  const document = withoutStacks(() => composed(text, lines, options));
  const isTooDeep = document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const found = document.errors
    .slice(0, mostFaults)
    .map(({ message, pos }) => ({ message, from: pos[0], to: pos[1] }));
  if (found.length === 0) found.push(...manyAliases(document), ...equalKeys(document));
  const placeOf = (at: number) => {
    const { line, col } = lines.linePos(at);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const faults = found.map(({ message, from, to }) => {
    const end = placeOf(to);
    return { message, ...placeOf(from), endLine: end.line, endColumn: end.column };
  });
  return { document, lines, faults, isTooDeep };
}

function composed(text: string, lines: LineCounter, { strict = false }: YamlOptions): Document.Parsed {
  const composer = new Composer({ version: '1.2', intAsBigInt: true, strict, uniqueKeys: false });
  const documents: Document.Parsed[] = [];
  let faults = 0;
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    if (token.type === 'error' && ++faults > mostFaults) break;
    documents.push(...composer.next(token));
    if (documents.length > 1) break;
  }
  documents.push(...composer.end(true, text.length));
  const [document, second] = documents as [Document.Parsed, Document.Parsed?]; // `end(true)` makes one where there is none
  if (second !== undefined)
    document.errors.push(
      new YAMLParseError(
        [second.range[0], second.range[1]],
        'MULTIPLE_DOCS',
        'There is more than one document',
      ),
    );
  return document;
}

/** The library makes an error for each fault, and most of its time would go into their stack traces. */
function withoutStacks<T>(work: () => T): T {
  // Node's and Chromium's own; not a property every browser knows.
  const before: unknown = Reflect.get(Error, 'stackTraceLimit');
  Reflect.set(Error, 'stackTraceLimit', 0);
  try {
    return work();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', before);
  }
}

/** The library looks through the whole document for each. */
function manyAliases(document: Document.Parsed): { message: string; from: number; to: number }[] {
  let count = 0;
  let fault: { message: string; from: number; to: number } | undefined;
  visit(document, {
    Alias(_key, { range }) {
      if (++count <= mostAliases) return undefined;
      const [from, to] = range ?? [0, 0];
      fault = { message: `There are more than ${mostAliases} aliases`, from, to };
      return visit.BREAK;
    },
  });
  return fault === undefined ? [] : [fault];
}

function equalKeys(document: Document.Parsed): { message: string; from: number; to: number }[] {
  const found: { message: string; from: number; to: number }[] = [];
  visit(document, {
    Map(_key, map) {
      if (!isMap<Node>(map)) return undefined;
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const [from, to] = key.range ?? [0, 0];
        if (seen.has(key.value)) found.push({ message: 'Map keys must be unique', from, to });
        if (found.length >= mostFaults) return visit.BREAK;
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}
