import type { Diagnostic } from '../../diagnostics.ts';
import { QueryFault, refuse } from '../../diagnostics.ts';
import type { SqlExpr, SqlQuery, SqlSelect, SqlSource } from './ast.ts';
import { parseSql } from './parse.ts';
import { printExpression, printGroups, printItem, printKey, printName, printSource } from './print.ts';
import { lineIndex } from '../line-index.ts';
import { sqlStatements } from './statements.ts';
import { tokenize } from './tokens.ts';

/** Lists longer than this get a line per entry. */
const lineLength = 72;

/**
 * SQL laid out a clause per line, or what keeps it from being read. Of several statements each is laid out by itself.
 * Comments before and behind a query stay.
 */
export function formatSql(text: string): { text: string } | { diagnostic: Diagnostic } {
  try {
    const statements = sqlStatements(text);
    if (statements.length === 1) return { text: formatOne(text) };
    // Blank in place of the others, so that a fault is told at its line and column.
    const alone = statements.map(({ from, to }) => blank(text.slice(0, from)) + text.slice(from, to));
    const rest = text
      .slice(statements.at(-1)!.to)
      .replace(/^[\s;]*/, '')
      .trimEnd();
    const laidOut = alone.map((statement) => `${formatOne(statement)};`);
    return { text: [...laidOut, rest].filter((part) => part !== '').join('\n\n') };
  } catch (thrown) {
    if (thrown instanceof QueryFault) return { diagnostic: thrown.diagnostic };
    throw thrown;
  }
}

const blank = (text: string) => text.replaceAll(/\S/g, ' ');

function formatOne(text: string): string {
  const { before, behind } = commentsAround(text);
  return [before, formatTree(parseSql(text)), behind].filter((part) => part !== '').join('\n');
}

/** A tree laid out a clause per line. */
export function formatTree(query: SqlQuery): string {
  return layQuery(query, '');
}

/** A comment inside has no place in the tree: formatting would lose it, so it does not. */
function commentsAround(text: string): { before: string; behind: string } {
  const tokens = tokenize(text);
  const ends = [0, ...tokens.map((token) => token.span.end)];
  const between = tokens.map((token, index) => ({
    start: ends[index]!,
    text: text.slice(ends[index], token.span.start).trim(),
  }));
  const before = between[0]?.text ?? '';
  const behind = between.length > 1 ? between.at(-1)!.text : '';
  const inside = between.slice(1, -1).find((gap) => gap.text !== '');
  if (inside) {
    const start = text.indexOf(inside.text, inside.start);
    refuse(
      lineIndex(text)(start, start + inside.text.length),
      'format.comment_inside',
      'Formatting would lose this comment. Move it above or below the query.',
    );
  }
  return { before, behind };
}

function layQuery(query: SqlQuery, indent: string): string {
  const lines: string[] = [];
  for (const [index, { name, query: inner }] of query.with.entries()) {
    const isLast = index === query.with.length - 1;
    const head = `${index === 0 ? 'WITH ' : ''}${printName(name)} AS (`;
    lines.push(`${indent}${head}`, layQuery(inner, `${indent}  `), `${indent})${isLast ? '' : ','}`);
  }
  const { body } = query;
  if (body.kind === 'select') lines.push(laySelect(body, indent));
  else {
    const joiner = body.op.toUpperCase();
    for (const [index, part] of body.parts.entries()) {
      if (index > 0) lines.push(`${indent}${joiner}`);
      lines.push(isPlain(part) ? layQuery(part, indent) : inParentheses(part, indent));
    }
  }
  if (query.orderBy.length > 0) lines.push(layList('ORDER BY', query.orderBy.map(printKey), indent));
  if (query.limit) lines.push(`${indent}LIMIT ${query.limit.value}`);
  if (query.offset) lines.push(`${indent}OFFSET ${query.offset.value}`);
  return lines.join('\n');
}

/** What may stand in a union without parentheses. */
function isPlain({ with: named, body, orderBy, limit, offset }: SqlQuery): boolean {
  return named.length === 0 && body.kind === 'select' && orderBy.length === 0 && !limit && !offset;
}

function inParentheses(query: SqlQuery, indent: string): string {
  return `${indent}(\n${layQuery(query, `${indent}  `)}\n${indent})`;
}

function laySelect(select: SqlSelect, indent: string): string {
  const items = select.items.map((item) => printItem(item));
  const lines = [layList(select.isDistinct ? 'SELECT DISTINCT' : 'SELECT', items, indent)];
  if (select.from) lines.push(laySource(select.from, indent, 'FROM '));
  if (select.where) lines.push(layCondition('WHERE', select.where, indent));
  const groups = printGroups(select);
  if (groups.length > 0) lines.push(layList('GROUP BY', groups, indent));
  if (select.having) lines.push(layCondition('HAVING', select.having, indent));
  if (select.qualify) lines.push(layCondition('QUALIFY', select.qualify, indent));
  return lines.join('\n');
}

function layList(word: string, items: readonly string[], indent: string): string {
  const line = `${indent}${word} ${items.join(', ')}`;
  if (items.length === 1 || line.length <= lineLength) return line;
  return `${indent}${word}\n${items.map((item) => `${indent}  ${item}`).join(',\n')}`;
}

/** Each part of a chain of ANDs on a line of its own. */
function layCondition(word: string, condition: SqlExpr, indent: string): string {
  if (condition.kind !== 'logic' || condition.op !== 'and')
    return `${indent}${word} ${printExpression(condition)}`;
  const parts = condition.parts.map((part) =>
    part.kind === 'logic' ? `(${printExpression(part)})` : printExpression(part),
  );
  return `${indent}${word} ${parts.join(`\n${indent}  AND `)}`;
}

function laySource(source: SqlSource, indent: string, head: string): string {
  if (source.kind === 'query') {
    const alias = source.alias ? ` AS ${printName(source.alias)}` : '';
    return `${indent}${head}(\n${layQuery(source.query, `${indent}  `)}\n${indent})${alias}`;
  }
  const isChain =
    source.kind === 'join' &&
    !source.isNatural &&
    source.right.kind !== 'join' &&
    source.right.kind !== 'flatten';
  if (!isChain) return `${indent}${head}${printSource(source)}`;
  const on = source.on ? ` ON ${printExpression(source.on)}` : '';
  const using = source.using ? ` USING (${source.using.map(printName).join(', ')})` : '';
  const left = laySource(source.left, indent, head);
  return `${left}\n${laySource(source.right, indent, `${source.type.toUpperCase()} JOIN `)}${on}${using}`;
}
