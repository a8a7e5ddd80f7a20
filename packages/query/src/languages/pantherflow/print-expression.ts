import type { FlowBinaryOperator, FlowExpression } from './ast.ts';
import { reservedWords } from './cursor.ts';
import { printTimespan } from './timespan.ts';

/** A query inside an expression, printed by whoever prints queries. */
type PrintQuery = (expression: FlowExpression & { kind: 'scalarQuery' }) => string;

/** Bigger binds tighter. */
const levels: Readonly<Record<FlowBinaryOperator, number>> = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};
const notLevel = 3;
const comparisonLevel = 4;
const sumLevel = 5;
const minusLevel = 7;
const postfixLevel = 8;

function levelOf(expression: FlowExpression): number {
  switch (expression.kind) {
    case 'binary':
      return levels[expression.op];
    case 'unary':
      return expression.op === 'not' ? notLevel : minusLevel;
    case 'in':
    case 'between':
      return comparisonLevel;
    default:
      return postfixLevel;
  }
}

/** Text of an expression that parses to the same tree, with no more parentheses than needed. */
export function printFlowExpression(expression: FlowExpression, printQuery: PrintQuery): string {
  return print(expression, 0, printQuery);
}

function print(expression: FlowExpression, needed: number, query: PrintQuery): string {
  const text = printBare(expression, query);
  return levelOf(expression) < needed ? `(${text})` : text;
}

function printBare(expression: FlowExpression, query: PrintQuery): string {
  const all = (parts: FlowExpression[]) => parts.map((part) => print(part, 0, query)).join(', ');
  const operand = (part: FlowExpression) => print(part, sumLevel, query);
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression);
    case 'variable':
      return sideName.test(expression.name) ? expression.name : printName(expression.name);
    case 'member':
      return `${print(expression.base, postfixLevel, query)}.${printPart(expression.key.text)}`;
    case 'index':
      return `${print(expression.base, postfixLevel, query)}[${print(expression.index, 0, query)}]`;
    case 'unary':
      return printUnary(expression, query);
    case 'binary': {
      const level = levels[expression.op];
      // Comparisons do not chain; the others go from left to right.
      const left = print(expression.left, level === comparisonLevel ? sumLevel : level, query);
      return `${left} ${expression.op} ${print(expression.right, level + 1, query)}`;
    }
    case 'in':
      return `${operand(expression.value)}${expression.isNegated ? ' not' : ''} in ${operand(expression.list)}`;
    case 'between': {
      const { value, from, to, isNegated } = expression;
      return `${operand(value)}${isNegated ? ' not' : ''} between ${operand(from)} .. ${operand(to)}`;
    }
    case 'call':
      return `${expression.name}(${all(expression.args)})`;
    case 'array':
      return `[${all(expression.elements)}]`;
    case 'object':
      return `{${expression.fields.map(({ key, value }) => `${printFlowText(key.text)}: ${print(value, 0, query)}`).join(', ')}}`;
    case 'lambda': {
      const params = expression.params.map(({ text }) => printName(text)).join(', ');
      return `fn (${params}) { ${print(expression.body, 0, query)} }`;
    }
    case 'scalarQuery':
      return query(expression);
  }
}

function printUnary(expression: FlowExpression & { kind: 'unary' }, query: PrintQuery): string {
  if (expression.op === 'not') return `not ${print(expression.operand, notLevel, query)}`;
  return `-${print(expression.operand, minusLevel, query)}`;
}

function printLiteral(literal: FlowExpression & { kind: 'literal' }): string {
  switch (literal.type) {
    case 'int':
      return literal.value;
    case 'double':
      return printDouble(literal.value);
    case 'timespan':
      return printTimespan(literal.value);
    case 'string':
      return printFlowText(literal.value);
    case 'bool':
    case 'null':
      return String(literal.value);
  }
}

/** Without a point or an exponent it would be an integer. */
function printDouble(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

const sideName = /^\$(?:left|right)$/;

/** Nothing is escaped between backticks and the sides of a join have names of their own, so some names have no spelling. */
export const isWritableName = (name: string): boolean =>
  name !== '' && !/[`\n\r]/.test(name) && !sideName.test(name);

/** A name on its own, in backticks when it needs them. `by` is a word of stages in places where a name may stand. */
export function printName(name: string): string {
  return reservedWords.has(name) || name === 'by' ? `\`${name}\`` : printPart(name);
}

/** A part after a dot, where reserved words are names. */
export function printPart(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `\`${name}\``;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

/** A text literal; what cannot be seen is escaped. */
export function printFlowText(text: string): string {
  const inner = text.replaceAll(
    /[\\'\p{Cc}\u2028\u2029]/gu,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `'${inner}'`;
}
