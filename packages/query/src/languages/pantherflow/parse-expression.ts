import type { Span } from '../../diagnostics.ts';
import type { FlowBinaryOperator, FlowExpression, FlowName, FlowTabular } from './ast.ts';
import type { FlowCursor } from './cursor.ts';

/** The rest of the grammar, handed in because a query and an expression contain each other. */
export interface TabularParser {
  tabular: (cursor: FlowCursor) => FlowTabular;
}

/** Words that may go on after a whole operand. */
export const infixWords = ['and', 'or', 'in', 'not', 'between'];

export function parseExpression(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  return cursor.nested(() => parseLogic(cursor, parser, 'or'));
}

function parseLogic(cursor: FlowCursor, parser: TabularParser, op: 'and' | 'or'): FlowExpression {
  const start = cursor.token.span;
  const part = () => (op === 'or' ? parseLogic(cursor, parser, 'and') : parseNot(cursor, parser));
  let left = part();
  while (cursor.takeWord(op)) {
    const right = part();
    left = cursor.made({ kind: 'binary', op, left, right, span: cursor.spanFrom(start) });
  }
  return left;
}

function parseNot(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const start = cursor.token.span;
  if (!cursor.takeWord('not')) return parseComparison(cursor, parser);
  const operand = cursor.nested(() => parseNot(cursor, parser));
  return cursor.made({ kind: 'unary', op: 'not', operand, span: cursor.spanFrom(start) });
}

const comparisons: ReadonlySet<string> = new Set<FlowBinaryOperator>(['==', '!=', '<', '<=', '>', '>=']);

function isComparison(text: string): text is FlowBinaryOperator {
  return comparisons.has(text);
}

function parseComparison(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const start = cursor.token.span;
  const left = parseSum(cursor, parser);
  const { kind, text } = cursor.token;
  if (kind === 'symbol' && isComparison(text)) {
    cursor.next();
    const right = parseSum(cursor, parser);
    refuseChain(cursor);
    return cursor.made({ kind: 'binary', op: text, left, right, span: cursor.spanFrom(start) });
  }
  const isNegated = cursor.takeWord('not');
  if (cursor.takeWord('in')) {
    const list = parseSum(cursor, parser);
    refuseChain(cursor);
    return cursor.made({ kind: 'in', isNegated, value: left, list, span: cursor.spanFrom(start) });
  }
  if (cursor.takeWord('between')) return parseBetween(cursor, parser, left, isNegated, start);
  if (isNegated) cursor.unexpected('"in" or "between"', ['in', 'between']);
  return left;
}

function parseBetween(
  cursor: FlowCursor,
  parser: TabularParser,
  value: FlowExpression,
  isNegated: boolean,
  start: Span,
): FlowExpression {
  const from = parseSum(cursor, parser);
  if (!cursor.takeSymbol('..'))
    cursor.unexpected('".."', [], 'Write an interval as between 1 .. 5; both ends belong to it.');
  const to = parseSum(cursor, parser);
  refuseChain(cursor);
  return cursor.made({ kind: 'between', isNegated, value, from, to, span: cursor.spanFrom(start) });
}

function refuseChain(cursor: FlowCursor): void {
  const { kind, text } = cursor.token;
  if (kind === 'symbol' && comparisons.has(text))
    cursor.unexpected(
      'the end of the comparison',
      [],
      'Comparisons cannot be chained. Join them with "and".',
    );
}

function parseSum(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  return parseChain(cursor, ['+', '-'], () =>
    parseChain(cursor, ['*', '/', '%'], () => parseUnary(cursor, parser)),
  );
}

/** An operand of `+` or anything tighter, as the bounds of a `range` are. */
export function parseOperand(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  return cursor.nested(() => parseSum(cursor, parser));
}

function parseChain(
  cursor: FlowCursor,
  operators: FlowBinaryOperator[],
  part: () => FlowExpression,
): FlowExpression {
  const start = cursor.token.span;
  let left = part();
  for (;;) {
    const op = operators.find((operator) => cursor.isSymbol(operator));
    if (op === undefined) return left;
    cursor.next();
    const right = part();
    left = cursor.made({ kind: 'binary', op, left, right, span: cursor.spanFrom(start) });
  }
}

function parseUnary(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const start = cursor.token.span;
  if (!cursor.takeSymbol('-')) return parsePostfix(cursor, parser);
  const operand = cursor.nested(() => parseUnary(cursor, parser));
  return cursor.made({ kind: 'unary', op: '-', operand, span: cursor.spanFrom(start) });
}

function parsePostfix(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const start = cursor.token.span;
  let base = parsePrimary(cursor, parser);
  for (;;) {
    if (cursor.takeSymbol('.')) {
      const key = cursor.expectPart('the name of a field');
      base = cursor.made({ kind: 'member', base, key, span: cursor.spanFrom(start) });
    } else if (cursor.takeSymbol('[')) {
      const index = parseExpression(cursor, parser);
      cursor.expectSymbol(']');
      base = cursor.made({ kind: 'index', base, index, span: cursor.spanFrom(start) });
    } else return base;
  }
}

function parsePrimary(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const { token } = cursor;
  const literal = parseLiteral(cursor);
  if (literal) return literal;
  if (token.kind === 'side') return { kind: 'variable', name: cursor.next().text, span: token.span };
  if (cursor.takeSymbol('(')) {
    const value = parseExpression(cursor, parser);
    cursor.expectSymbol(')');
    return value;
  }
  if (cursor.isSymbol('[')) return parseArray(cursor, parser);
  if (cursor.isSymbol('{')) return parseObject(cursor, parser);
  if (cursor.isWord('fn')) return parseLambda(cursor, parser);
  if (startsCall(cursor)) return parseCall(cursor, parser);
  if (!cursor.isName()) cursor.unexpected('a value', [], adviceOnValue(cursor));
  return { kind: 'variable', name: cursor.next().text, span: token.span };
}

function adviceOnValue(cursor: FlowCursor): string | undefined {
  return cursor.isSymbol('=') ? 'Write == to compare.' : undefined;
}

function parseLiteral(cursor: FlowCursor): FlowExpression | undefined {
  const { kind, text, value = 0, span } = cursor.token;
  if (kind === 'int' || kind === 'double' || kind === 'timespan' || kind === 'text') cursor.next();
  switch (kind) {
    case 'int':
      return { kind: 'literal', type: 'int', value: text.replace(/^0+(?=[0-9])/, ''), span };
    case 'double':
    case 'timespan':
      return { kind: 'literal', type: kind, value, span };
    case 'text':
      return { kind: 'literal', type: 'string', value: text, span };
    default:
      break;
  }
  if (cursor.takeWord('null')) return { kind: 'literal', type: 'null', value: null, span };
  if (cursor.takeWord('true')) return { kind: 'literal', type: 'bool', value: true, span };
  return cursor.takeWord('false') ? { kind: 'literal', type: 'bool', value: false, span } : undefined;
}

function parseArray(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const start = cursor.next().span;
  const elements = parseList(cursor, parser, ']');
  return cursor.made({ kind: 'array', elements, span: cursor.spanFrom(start) });
}

/** Up to the closing bracket, which is taken. */
function parseList(cursor: FlowCursor, parser: TabularParser, closing: string): FlowExpression[] {
  if (cursor.takeSymbol(closing)) return [];
  const elements: FlowExpression[] = [];
  do elements.push(parseExpression(cursor, parser));
  while (cursor.takeSymbol(','));
  if (!cursor.takeSymbol(closing)) unexpectedAfterValue(cursor, `"," or "${closing}"`);
  return elements;
}

/** Says what was probably meant by a sign or word that cannot follow a value. */
export function unexpectedAfterValue(cursor: FlowCursor, wanted: string): never {
  const { kind, text } = cursor.token;
  const advice = kind === 'symbol' || kind === 'word' ? foreignAfterValue[text.toLowerCase()] : undefined;
  return cursor.unexpected(wanted, advice === undefined ? infixWords : [], advice);
}

const foreignAfterValue: Readonly<Record<string, string>> = Object.assign(
  Object.create(null) as Record<string, string>,
  {
    '=': 'Write == to compare.',
    is: 'Write == null or != null.',
    like: 'Write strings.like(value, pattern).',
    ilike: 'Write strings.ilike(value, pattern).',
    contains: 'Write strings.contains(value, part).',
    has: 'Write strings.contains(value, part).',
    startswith: 'Write strings.starts_with(value, start).',
    endswith: 'Write strings.ends_with(value, end).',
    matches: 'Write re.matches(value, pattern).',
    as: 'Write the name first: name = value.',
  },
);

function parseObject(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const start = cursor.next().span;
  const fields: { key: FlowName; value: FlowExpression }[] = [];
  if (!cursor.isSymbol('}'))
    do {
      if (cursor.token.kind !== 'text')
        cursor.unexpected('a key', [], 'Put the keys of an object between quotes.');
      const key = cursor.nameOf(cursor.next());
      cursor.expectSymbol(':');
      fields.push({ key, value: parseExpression(cursor, parser) });
    } while (cursor.takeSymbol(','));
  if (!cursor.takeSymbol('}')) unexpectedAfterValue(cursor, '"," or "}"');
  return cursor.made({ kind: 'object', fields, span: cursor.spanFrom(start) });
}

function parseLambda(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const start = cursor.next().span;
  cursor.expectSymbol('(');
  const params: FlowName[] = [];
  if (!cursor.isSymbol(')'))
    do params.push(cursor.expectName('the name of a parameter'));
    while (cursor.takeSymbol(','));
  cursor.expectSymbol(')');
  cursor.expectSymbol('{');
  const body = parseExpression(cursor, parser);
  if (!cursor.takeSymbol('}')) unexpectedAfterValue(cursor, '"}"');
  return cursor.made({ kind: 'lambda', params, body, span: cursor.spanFrom(start) });
}

/** `name(` or `namespace.name(`; longer paths are fields. */
function startsCall(cursor: FlowCursor): boolean {
  if (cursor.token.kind !== 'word' || !cursor.isName()) return false;
  if (cursor.isSymbol('(', 1)) return true;
  return cursor.isSymbol('.', 1) && cursor.peek(2).kind === 'word' && cursor.isSymbol('(', 3);
}

function parseCall(cursor: FlowCursor, parser: TabularParser): FlowExpression {
  const start = cursor.token.span;
  let name = cursor.next().text;
  if (cursor.takeSymbol('.')) name += `.${cursor.next().text}`;
  const nameSpan = cursor.spanFrom(start);
  cursor.expectSymbol('(');
  if (name === 'toscalar') {
    const query = cursor.nested(() => parser.tabular(cursor));
    cursor.expectSymbol(')');
    return cursor.made({ kind: 'scalarQuery', query, span: cursor.spanFrom(start) });
  }
  const args = parseList(cursor, parser, ')');
  return cursor.made({ kind: 'call', name, nameSpan, args, span: cursor.spanFrom(start) });
}
