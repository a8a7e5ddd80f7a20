import type { Diagnostic } from '../../diagnostics.ts';
import type { FlowExpression, FlowLet, FlowQuery, FlowSource, FlowStage, FlowTabular } from './ast.ts';
import { checkTree } from './check-tree.ts';
import { FlowCursor, maxDiagnostics } from './cursor.ts';
import type { TabularParser } from './parse-expression.ts';
import { parseExpression, unexpectedAfterValue } from './parse-expression.ts';
import { parseSource, startsTabular } from './parse-source.ts';
import { parseStage, stageWords } from './parse-stage.ts';
import type { FlowToken } from './tokens.ts';
import { tokenizeFlow } from './tokens.ts';

export interface ParsedFlow {
  /** What could be read; whole only when no diagnostic is an error. */
  tree: FlowQuery;
  /** In text order, at most 100: of the letters, of the grammar, and what the tree alone shows to be wrong. */
  diagnostics: Diagnostic[];
  /** Comments included; the last one is the end. */
  tokens: FlowToken[];
}

/** More would nest too deep in the engine. */
const maxStages = 500;

const parser: TabularParser = { tabular: (cursor) => parseTabular(cursor, true) };

/** Never throws for any text. */
export function parsePantherFlow(text: string): ParsedFlow {
  const tokens = tokenizeFlow(text);
  const cursor = new FlowCursor(tokens);
  const isReadable = tokens[0]?.fault?.code !== 'limit.text';
  const tree = isReadable ? parseQuery(cursor) : { lets: [], span: tokens[0]!.span };
  const faulty = tokens.filter((token) => !cursor.pardoned.has(token));
  const ofTokens = faulty.flatMap(({ fault }) => (fault ? [fault] : []));
  const ofTree = isReadable ? checkTree(tree) : [];
  const diagnostics = inTextOrder([...ofTokens, ...cursor.diagnostics, ...ofTree]);
  return { tree, diagnostics: diagnostics.slice(0, maxDiagnostics), tokens };
}

/** A pipeline cut out of a larger text; what is wrong with it is left aside. The last token must be an `end`. */
export function parsePipeline(tokens: FlowToken[]): FlowTabular {
  const cursor = new FlowCursor(tokens);
  const broken: FlowTabular = { kind: 'tabular', stages: [], span: cursor.token.span };
  return cursor.attempt(
    () => parseTabular(cursor, true),
    () => broken,
  );
}

/** One expression cut out of a larger text. */
export function parseValue(tokens: FlowToken[]): FlowExpression | undefined {
  const cursor = new FlowCursor(tokens);
  return cursor.attempt<FlowExpression | undefined>(
    () => parseExpression(cursor, parser),
    () => undefined,
  );
}

/** One statement `let name = …` cut out of a larger text. */
export function parseLetStatement(tokens: FlowToken[]): FlowLet | undefined {
  const cursor = new FlowCursor(tokens);
  return cursor.attempt<FlowLet | undefined>(
    () => parseLet(cursor),
    () => undefined,
  );
}

function inTextOrder(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort((a, b) => a.start - b.start || a.end - b.end);
}

function parseQuery(cursor: FlowCursor): FlowQuery {
  const start = cursor.token.span;
  const query: FlowQuery = { lets: [], span: start };
  if (cursor.isAtEnd) cursor.reportAt(start, 'parse.unexpected_eof', 'The query is empty.');
  let hasResult = false;
  while (!cursor.isAtEnd) {
    const { token } = cursor;
    hasResult ||= !cursor.isWord('let');
    const isWhole = parseStatement(cursor, query);
    endStatement(cursor, isWhole);
    if (cursor.token === token) cursor.next();
  }
  if (!hasResult) {
    const message = 'The query ends here, but a table or pipeline that gives the result is missing.';
    cursor.reportAt(cursor.token.span, 'parse.unexpected_eof', message);
  }
  return { ...query, span: cursor.spanFrom(start) };
}

/** Whether the statement could be read up to where it seems to end. */
function parseStatement(cursor: FlowCursor, query: FlowQuery): boolean {
  const { span } = cursor.token;
  if (query.body) {
    const message =
      'The query ended before this: a pipeline that gives the result comes last, and only once.';
    cursor.reportAt(span, 'parse.unexpected_token', message);
  }
  const nothing = () => undefined;
  if (cursor.isWord('let')) {
    const statement = cursor.attempt<FlowLet | undefined>(() => parseLet(cursor), nothing);
    if (statement) query.lets.push(statement);
    return statement !== undefined;
  }
  const body = cursor.attempt<FlowTabular | undefined>(() => parseTabular(cursor, false), nothing);
  if (body) query.body ??= body;
  return body !== undefined;
}

/** Skips what stands before the semicolon; a statement on a new line is not skipped, its semicolon was forgotten. */
function endStatement(cursor: FlowCursor, isReported: boolean): void {
  const isEnd = () => cursor.isAtEnd || cursor.isSymbol(';') || startsStatement(cursor);
  if (!cursor.isAtEnd && !cursor.isSymbol(';')) {
    if (isReported) cursor.complain(() => unexpectedAfterValue(cursor, '";" or the end of the query'));
    while (!isEnd()) cursor.next();
  }
  cursor.takeSymbol(';');
}

function startsStatement(cursor: FlowCursor): boolean {
  if (!cursor.isFirstInLine()) return false;
  const { text } = cursor.token;
  return cursor.isWord('let') || (cursor.isName() && (text === 'union' || !stageWords.includes(text)));
}

function parseLet(cursor: FlowCursor): FlowLet {
  const start = cursor.next().span;
  const name = cursor.expectName('the name of the variable');
  cursor.expectSymbol('=');
  const value = startsTabular(cursor) ? parseTabular(cursor, false) : parseExpression(cursor, parser);
  return { name, value, span: cursor.spanFrom(start) };
}

function parseTabular(cursor: FlowCursor, isNested: boolean): FlowTabular {
  const start = cursor.token.span;
  const tabular: FlowTabular = { kind: 'tabular', stages: [], span: start };
  if (!cursor.isSymbol('|')) {
    tabular.source = cursor.attempt<FlowSource | undefined>(
      () => parseSource(cursor, parser),
      () => undefined,
    );
    if (!tabular.source) delete tabular.source;
    reachPipe(cursor, isNested);
  }
  while (cursor.takeSymbol('|')) {
    if (tabular.stages.length >= maxStages) {
      skipStages(cursor);
      break;
    }
    tabular.stages.push(parseStageOrSkip(cursor));
    reachPipe(cursor, isNested);
  }
  return { ...tabular, span: cursor.spanFrom(start) };
}

function skipStages(cursor: FlowCursor): void {
  const message = `The query has more than ${maxStages} stages in a row.`;
  cursor.reportAt(cursor.token.span, 'limit.stages', message, 'Join conditions with "and".');
  do cursor.recover();
  while (cursor.takeSymbol('|'));
}

function parseStageOrSkip(cursor: FlowCursor): FlowStage {
  const { kind, span } = cursor.token;
  const word = kind === 'word' ? cursor.nameOf(cursor.token) : undefined;
  return cursor.attempt<FlowStage>(
    () => parseStage(cursor, parser),
    () => ({ kind: 'broken', ...(word && { word }), span: cursor.spanFrom(span) }),
  );
}

/** Where a source or stage ends there is a pipe or the end; anything else is reported and skipped. */
function reachPipe(cursor: FlowCursor, isNested: boolean): void {
  const isEnd = cursor.isAtEnd || cursor.isSymbol('|') || cursor.isSymbol(';');
  if (isEnd || (isNested && cursor.isSymbol(')'))) return;
  const { token } = cursor;
  cursor.complain(() => {
    if (token.kind === 'word' && stageWords.includes(token.text))
      cursor.unexpected('"|"', [], 'Write | before each operator.');
    unexpectedAfterValue(cursor, isNested ? '"|" or ")"' : '"|", ";" or the end of the query');
  });
  if (!startsStatement(cursor)) cursor.recover();
}
