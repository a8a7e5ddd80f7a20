import { refuse } from '../../diagnostics.ts';
import type { SqlExpr, SqlSelect } from './ast.ts';
import type { Cursor } from './cursor.ts';
import type { QueryParser } from './parse-expression.ts';
import { parseExpression } from './parse-expression.ts';
import { printExpression } from './print.ts';

/** Each grouping set reads the rows once more. */
const maxSets = 32;

type Groups = Pick<SqlSelect, 'groupBy' | 'groupingSets'>;

/** `GROUP BY ALL`, expressions, tuples of them, and GROUPING SETS, ROLLUP and CUBE in any mixture. */
export function parseGroups(cursor: Cursor, parser: QueryParser): Groups {
  if (cursor.takeWord('all')) return { groupBy: 'all' };
  const { span } = cursor.token;
  let sets: SqlExpr[][] = [[]];
  let isPlain = true;
  do {
    const isSets = isSetsAhead(cursor);
    if (isSets) isPlain = false;
    const more = isSets ? parseSetsOf(cursor, parser) : [parseTuple(cursor, parser)];
    if (sets.length * more.length > maxSets)
      refuse(span, 'limit.depth', `GROUP BY makes more than ${maxSets} grouping sets. Name fewer columns.`);
    sets = sets.flatMap((set) => more.map((next) => [...set, ...next]));
  } while (cursor.takeSymbol(','));
  if (isPlain) return { groupBy: sets[0]! };
  const byText = new Map<string, { index: number; key: SqlExpr }>();
  const groupingSets = sets.map((set) =>
    set.map((key) => {
      const text = printExpression(key);
      const known = byText.get(text) ?? { index: byText.size, key };
      byText.set(text, known);
      return known.index;
    }),
  );
  return { groupBy: [...byText.values()].map(({ key }) => key), groupingSets };
}

function isSetsAhead(cursor: Cursor): boolean {
  if (cursor.areWords('grouping', 'sets')) return true;
  return cursor.isWord('rollup', 'cube') && cursor.peek(1).text === '(';
}

/** What one GROUPING SETS, ROLLUP or CUBE stands for. */
function parseSetsOf(cursor: Cursor, parser: QueryParser): SqlExpr[][] {
  const { span } = cursor.token;
  const word = cursor.next().text.toLowerCase();
  if (word === 'grouping') cursor.next();
  cursor.expectSymbol('(');
  const parts: SqlExpr[][] = [];
  do parts.push(parseTuple(cursor, parser));
  while (cursor.takeSymbol(','));
  cursor.expectSymbol(')');
  if (word === 'grouping') return parts;
  if (word === 'rollup') return [...parts, []].map((_, index) => parts.slice(0, parts.length - index).flat());
  if (parts.length > 5) refuse(span, 'limit.depth', 'CUBE takes up to 5 columns.');
  const all = 2 ** parts.length - 1;
  return Array.from({ length: all + 1 }, (_, index) =>
    parts.filter((__, bit) => (((all - index) >> (parts.length - 1 - bit)) & 1) === 1).flat(),
  );
}

/** `a`, `(a, b)` or `()`; an expression that only begins with a parenthesis is one too. */
function parseTuple(cursor: Cursor, parser: QueryParser): SqlExpr[] {
  if (!cursor.isSymbol('(') || !isTupleAhead(cursor)) return [parseExpression(cursor, parser)];
  cursor.next();
  const keys: SqlExpr[] = [];
  while (!cursor.isSymbol(')')) {
    keys.push(parseExpression(cursor, parser));
    if (!cursor.takeSymbol(',')) break;
  }
  cursor.expectSymbol(')');
  return keys;
}

/** Whether the parenthesis here holds nothing, or a comma of its own. */
function isTupleAhead(cursor: Cursor): boolean {
  let depth = 0;
  for (let ahead = 0; cursor.peek(ahead).kind !== 'end'; ahead++) {
    const { kind, text } = cursor.peek(ahead);
    if (kind !== 'symbol') continue;
    if (text === '(' || text === '[') depth++;
    if (text === ',' && depth === 1) return true;
    if (text !== ')' && text !== ']') continue;
    depth--;
    if (depth === 0) return ahead === 1;
  }
  return false;
}
