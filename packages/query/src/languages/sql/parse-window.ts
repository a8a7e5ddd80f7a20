import { refuse } from '../../diagnostics.ts';
import type { SqlFrame, SqlFrameBound, SqlSortKey, SqlWindow } from './ast.ts';
import type { Cursor } from './cursor.ts';
import type { QueryParser } from './parse-expression.ts';
import { parseExpression, parseList, parseSum } from './parse-expression.ts';

/** What stands after OVER. */
export function parseWindow(cursor: Cursor, parser: QueryParser): SqlWindow {
  cursor.expectSymbol('(');
  const partitionBy = cursor.takeWords('partition', 'by') ? parseList(cursor, parser) : [];
  const orderBy = cursor.takeWords('order', 'by') ? parseSortKeys(cursor, parser) : [];
  const frame = cursor.isWord('rows', 'range', 'groups') ? parseFrame(cursor, parser) : undefined;
  cursor.expectSymbol(')');
  return frame ? { partitionBy, orderBy, frame } : { partitionBy, orderBy };
}

function parseFrame(cursor: Cursor, parser: QueryParser): SqlFrame {
  const start = cursor.token.span;
  const word = cursor.next().text.toLowerCase();
  if (word === 'groups')
    refuse(start, 'refused.clause', 'A frame of GROUPS is not supported.', 'Use ROWS or RANGE.');
  const unit = word === 'rows' ? 'rows' : 'range';
  const isBetween = cursor.takeWord('between');
  const from = parseBound(cursor, parser);
  if (isBetween) cursor.expectWord('and');
  const to: SqlFrameBound = isBetween ? parseBound(cursor, parser) : { kind: 'current row' };
  const span = cursor.spanFrom(start);
  if (boundOrder[from.kind] > boundOrder[to.kind] || from.kind === 'unbounded following')
    refuse(span, 'value.invalid', 'The frame ends before it begins.');
  if (to.kind === 'unbounded preceding') refuse(span, 'value.invalid', 'The frame ends before it begins.');
  return { unit, from, to, span };
}

const boundOrder: Record<SqlFrameBound['kind'], number> = {
  'unbounded preceding': 0,
  preceding: 1,
  'current row': 2,
  following: 3,
  'unbounded following': 4,
};

function parseBound(cursor: Cursor, parser: QueryParser): SqlFrameBound {
  if (cursor.takeWords('current', 'row')) return { kind: 'current row' };
  if (cursor.takeWords('unbounded', 'preceding')) return { kind: 'unbounded preceding' };
  if (cursor.takeWords('unbounded', 'following')) return { kind: 'unbounded following' };
  const distance = parseSum(cursor, parser);
  if (cursor.takeWord('preceding')) return { kind: 'preceding', distance };
  if (cursor.takeWord('following')) return { kind: 'following', distance };
  return cursor.unexpected('PRECEDING or FOLLOWING');
}

export function parseSortKeys(cursor: Cursor, parser: QueryParser): SqlSortKey[] {
  const keys: SqlSortKey[] = [];
  do {
    const value = parseExpression(cursor, parser);
    const isDescending = cursor.takeWord('desc') || (cursor.takeWord('asc') && false);
    const nulls = cursor.takeWords('nulls', 'first')
      ? 'first'
      : cursor.takeWords('nulls', 'last')
        ? 'last'
        : undefined;
    keys.push(nulls ? { value, isDescending, nulls } : { value, isDescending });
  } while (cursor.takeSymbol(','));
  return keys;
}
