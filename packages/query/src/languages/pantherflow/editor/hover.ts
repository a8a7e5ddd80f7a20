import type { FlowColumn } from './column-types.ts';
import { columnsOfTable, qualifiedName, typeText } from './column-types.ts';
import { typeOfKeys } from './complete-expression.ts';
import type { FlowScope } from './flow-schema.ts';
import { findColumn } from './flow-schema.ts';
import type { FlowKnowledge } from './knowledge.ts';
import { functionNamed, signatureOf } from './knowledge.ts';
import type { FlowPlace } from './place.ts';
import { isSymbol, isWord, placeAt } from './place.ts';
import { stageDocOf } from './stage-docs.ts';
import { scopeAt, stageWordAt } from './stage-place.ts';
import { tablesNamed } from './tables.ts';
import { pathEndingAt } from './token-paths.ts';

export interface FlowHover {
  /** What it is about. */
  start: number;
  end: number;
  kind: 'column' | 'function' | 'operator' | 'table' | 'variable';
  /** One line of code: `eventName: string`, a signature. */
  title: string;
  /** Plain text. */
  doc?: string;
  /** PantherFlow text. */
  example?: string;
  /** Of tables, patterns and table variables. */
  columns?: readonly FlowColumn[];
}

/** What stands at an offset (UTF-16 units); undefined when there is nothing to tell of it. */
export function hoverAt(text: string, offset: number, knowledge: FlowKnowledge): FlowHover | undefined {
  const before = placeAt(text, offset);
  const { tokens } = before;
  const at = tokens.findIndex(
    ({ kind, span }) =>
      kind !== 'end' && span.start <= offset && (offset < span.end || isNameEnd(kind, span, offset)),
  );
  const token = tokens[at];
  if (!token || before.isInComment || !['word', 'quoted', 'symbol'].includes(token.kind)) return undefined;
  if (token.kind === 'symbol' && token.text !== '*') return undefined;
  const place = placeAt(text, token.span.start);
  const isPathTail = isSymbol(tokens[at - 1], '.');
  if (place.pipe !== undefined && at === place.pipe + 1) return hoverStage(token.text, token.span);
  const scope = scopeAt(place, knowledge);
  if (isInTableName(place, at)) return hoverTable(text, place, at, scope);
  if (token.kind === 'symbol') return undefined;
  return hoverFunction(place, at, scope) ?? hoverPath(text, place, at, isPathTail, scope);
}

function isNameEnd(kind: string, span: { end: number }, offset: number): boolean {
  return (kind === 'word' || kind === 'quoted') && span.end === offset;
}

function hoverStage(word: string, { start, end }: { start: number; end: number }): FlowHover | undefined {
  const doc = stageDocOf(word);
  return doc && { start, end, kind: 'operator', title: doc.syntax, doc: doc.doc, example: doc.example };
}

function isInTableName(place: FlowPlace, at: number): boolean {
  if (place.brackets.length > 0 || place.isBeforeValue) return false;
  const first = place.tokens[place.start];
  if (place.pipe !== undefined) return stageWordAt(place) === 'union';
  if (isWord(first, 'union')) return at > place.start;
  return !isWord(first, 'range', 'datatable', 'let');
}

function hoverTable(text: string, place: FlowPlace, at: number, scope: FlowScope): FlowHover | undefined {
  const { tokens } = place;
  const isPiece = (index: number) => {
    const token = tokens[index];
    return (
      token !== undefined &&
      (['word', 'quoted'].includes(token.kind) || isSymbol(token, '.') || isSymbol(token, '*'))
    );
  };
  const isGlued = (index: number) => tokens[index - 1]?.span.end === tokens[index]?.span.start;
  let from = at;
  while (from > place.start && isPiece(from - 1) && isGlued(from)) from--;
  let to = at + 1;
  while (isPiece(to) && isGlued(to)) to++;
  const range = { start: tokens[from]!.span.start, end: tokens[to - 1]!.span.end };
  const name = tokens
    .slice(from, to)
    .map((token) => token.text)
    .join('');
  const variable = scope.variables.get(name);
  if (variable) return hoverVariable(text, name, range, scope);
  const tables = tablesNamed(scope.knowledge.catalog, name.split('.'));
  const [table] = tables;
  if (!table) return undefined;
  if (tables.length > 1) {
    const names = tables.slice(0, 20).map(qualifiedName);
    const more = tables.length > names.length ? `\nand ${tables.length - names.length} more` : '';
    return {
      ...range,
      kind: 'table',
      title: `${name}: ${tables.length} tables`,
      doc: names.join('\n') + more,
    };
  }
  return {
    ...range,
    kind: 'table',
    title: qualifiedName(table),
    doc: [table.displayName, table.description].filter(Boolean).join('\n'),
    columns: columnsOfTable(table),
  };
}

function hoverVariable(
  text: string,
  name: string,
  range: { start: number; end: number },
  scope: FlowScope,
): FlowHover | undefined {
  const variable = scope.variables.get(name);
  if (!variable) return undefined;
  const { columns, type } = variable;
  const title = `let ${name}: ${columns ? 'table' : type ? typeText(type) : 'any'}`;
  return {
    ...range,
    kind: 'variable',
    title,
    example: shortText(text.slice(variable.start, variable.end)),
    ...(columns && { columns }),
  };
}

function hoverFunction({ tokens }: FlowPlace, at: number, scope: FlowScope): FlowHover | undefined {
  const isNamespace = isSymbol(tokens[at + 1], '.') && isSymbol(tokens[at + 3], '(');
  const last = isNamespace ? at + 2 : at;
  if (!isSymbol(tokens[last + 1], '(')) return undefined;
  const path = pathEndingAt(tokens, last);
  const fn = path && functionNamed(scope.knowledge, path.keys.join('.'));
  if (!fn) return undefined;
  const [example] = fn.examples;
  return {
    start: tokens[path.start]!.span.start,
    end: tokens[last]!.span.end,
    kind: 'function',
    title: signatureOf(fn).label,
    doc: fn.doc,
    ...(example && { example: example.flow }),
  };
}

/** A column, a field up to the pointed key, a parameter or a variable. */
function hoverPath(
  text: string,
  place: FlowPlace,
  at: number,
  isPathTail: boolean,
  scope: FlowScope,
): FlowHover | undefined {
  const { tokens } = place;
  const path = pathEndingAt(tokens, at);
  if (!path) return undefined;
  const range = { start: tokens[path.start]!.span.start, end: tokens[at]!.span.end };
  const shown = text.slice(range.start, range.end);
  const local = scope.locals?.has(String(path.keys[0])) ? typeOfKeys(path.keys, scope) : undefined;
  if (local)
    return { ...range, kind: isPathTail ? 'column' : 'variable', title: `${shown}: ${typeText(local)}` };
  const column = findColumn(path.keys, scope.columns);
  if (!column) return isPathTail ? undefined : hoverVariable(text, String(path.keys[0]), range, scope);
  const doc = [column.description, column.table && `From ${column.table}`].filter(Boolean).join('\n');
  return {
    ...range,
    kind: 'column',
    title: `${shown}: ${typeText(column.type)}`,
    ...(doc !== '' && { doc }),
  };
}

function shortText(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
