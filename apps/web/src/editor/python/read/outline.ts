import type { Token } from './tokens.ts';

export interface ImportedName {
  /** Undefined for `import module`. */
  name: string | undefined;
  /** What the code calls it: the alias, the name, or the first word of the module. */
  local: string;
  from: number;
  to: number;
}

export interface ImportStatement {
  module: string;
  names: ImportedName[];
  from: number;
  to: number;
  /** Its names stand in brackets, or `*` hides them. */
  isOpenEnded: boolean;
}

export interface FunctionOutline {
  name: string;
  /** `(event, **more)`, on one line. */
  signature: string;
  /** First line of the docstring. */
  doc: string;
  from: number;
  to: number;
}

export interface Outline {
  imports: ImportStatement[];
  /** Functions at the left edge. */
  functions: FunctionOutline[];
  /** Where each name is used as a value: not set, not imported, not behind a dot. */
  uses: ReadonlyMap<string, readonly Token[]>;
  /** Every name the text gives a meaning anywhere. */
  bound: ReadonlySet<string>;
}

const isStatementStart = (before: Token | undefined) =>
  before === undefined || before.kind === 'newline' || before.text === ';' || before.text === ':';

/** What a body imports, defines and uses, read from its tokens. */
export function outlineOf(text: string, tokens: readonly Token[]): Outline {
  const code = tokens.filter((token) => token.kind !== 'comment');
  const imports: ImportStatement[] = [];
  const functions: FunctionOutline[] = [];
  const uses = new Map<string, Token[]>();
  const bound = new Set<string>();
  for (let at = 0; at < code.length; at += 1) {
    const token = code[at]!;
    if (token.kind !== 'name') continue;
    if (isStatementStart(code[at - 1]) && (token.text === 'import' || token.text === 'from')) {
      const end = statementEnd(code, at);
      const statement = token.text === 'from' ? fromImport(code, at, end) : plainImport(code, at, end);
      if (statement) {
        imports.push(statement);
        for (const { local } of statement.names) bound.add(local);
        at = end - 1;
        continue;
      }
    }
    if (token.text === 'def' && (token.from === 0 || text[token.from - 1] === '\n')) {
      const found = functionOf(text, code, at);
      if (found) functions.push(found);
    }
    if (code[at - 1]?.text === '.') continue;
    if (bindsName(code, at)) bound.add(token.text);
    const places = uses.get(token.text) ?? [];
    places.push(token);
    uses.set(token.text, places);
  }
  return { imports, functions, uses, bound };
}

function bindsName(code: readonly Token[], at: number): boolean {
  const before = code[at - 1]?.text;
  const after = code[at + 1]?.text;
  if (before === 'def' || before === 'class' || before === 'as' || before === 'for') return true;
  if (after === '=' || after === ':=') return true;
  // An argument of a function, or one of several targets: `def f(a, b)`, `for a, b in`.
  return (before === ',' || before === '(' || before === '*' || before === '**') && isTarget(code, at);
}

function isTarget(code: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= 0; back -= 1) {
    const { text, kind } = code[back]!;
    if (text === 'def' || text === 'lambda' || text === 'for') return true;
    if (kind === 'newline' || text === ')' || text === 'in' || text === '=') return false;
  }
  return false;
}

function statementEnd(code: readonly Token[], at: number): number {
  let end = at;
  while (code[end] && code[end]!.kind !== 'newline' && code[end]!.text !== ';') end += 1;
  return end;
}

/** `a.b.c` from a place on; the place behind it. */
function dottedName(code: readonly Token[], from: number, end: number): { text: string; at: number } {
  let at = from;
  let text = '';
  while (at < end && (code[at]!.text === '.' || (code[at]!.kind === 'name' && code[at]!.text !== 'import'))) {
    if (code[at]!.kind === 'name' && text !== '' && !text.endsWith('.')) break;
    text += code[at]!.text;
    at += 1;
  }
  return { text, at };
}

function fromImport(code: readonly Token[], at: number, end: number): ImportStatement | undefined {
  const module = dottedName(code, at + 1, end);
  if (code[module.at]?.text !== 'import' || module.at >= end) return undefined;
  const inside = code.slice(module.at + 1, end);
  const names: ImportedName[] = [];
  for (let place = 0; place < inside.length; place += 1) {
    const token = inside[place]!;
    if (token.kind !== 'name') continue;
    const alias = inside[place + 1]?.text === 'as' ? inside[place + 2] : undefined;
    names.push({
      name: token.text,
      local: alias?.text ?? token.text,
      from: token.from,
      to: (alias ?? token).to,
    });
    if (alias) place += 2;
  }
  const isOpenEnded = inside.some(({ text }) => text === '(' || text === '*');
  return { module: module.text, names, from: code[at]!.from, to: code[end - 1]!.to, isOpenEnded };
}

function plainImport(code: readonly Token[], at: number, end: number): ImportStatement | undefined {
  const names: ImportedName[] = [];
  let module = '';
  let place = at + 1;
  while (place < end) {
    const dotted = dottedName(code, place, end);
    if (dotted.at === place) return undefined;
    const alias = code[dotted.at]?.text === 'as' && dotted.at + 1 < end ? code[dotted.at + 1] : undefined;
    module ||= dotted.text;
    names.push({
      name: undefined,
      local: alias?.text ?? dotted.text.split('.')[0] ?? '',
      from: code[place]!.from,
      to: (alias ?? code[dotted.at - 1]!).to,
    });
    place = (alias ? dotted.at + 2 : dotted.at) + 1;
  }
  if (names.length === 0) return undefined;
  return { module, names, from: code[at]!.from, to: code[end - 1]!.to, isOpenEnded: false };
}

function functionOf(text: string, code: readonly Token[], at: number): FunctionOutline | undefined {
  const name = code[at + 1];
  const open = code[at + 2];
  if (name?.kind !== 'name' || open?.text !== '(') return undefined;
  let close = at + 3;
  while (code[close] && code[close]!.depth !== open.depth) close += 1;
  if (!code[close]) return undefined;
  let body = close + 1;
  while (code[body] && code[body]!.kind !== 'newline') body += 1;
  const doc = code[body + 1];
  return {
    name: name.text,
    signature: onOneLine(text.slice(open.from, code[close]!.to)),
    doc: doc?.kind === 'string' ? firstLine(text.slice(doc.contentFrom, doc.contentTo)) : '',
    from: name.from,
    to: name.to,
  };
}

function onOneLine(signature: string): string {
  return signature
    .replaceAll(/\s+/g, ' ')
    .replace('( ', '(')
    .replace(/,? \)$/, ')');
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.trim() ?? '';
}
