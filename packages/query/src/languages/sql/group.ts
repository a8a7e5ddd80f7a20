import type { FieldType } from '@margay/model';

import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import type { Expression, NamedExpression } from '../../ir/expression.ts';
import { mapExpression } from '../../ir/map-expression.ts';
import type { Relation } from '../../ir/relation.ts';
import { integer } from '../../ir/types.ts';

/** Collects what a grouped SELECT computes, and rewrites expressions to refer to it. */
export interface Grouping {
  /** The expression over the grouped rows; refuses columns that are neither grouped nor aggregated. */
  rewrite: (expression: Expression, span: Span) => Expression;
  /** The rows grouped. Asked last, because rewriting finds the aggregates. */
  over: (rows: Relation, typeOfKey: (key: Expression) => FieldType) => Relation;
}

interface Key extends NamedExpression {
  /** Says 0 in rows grouped by this key and 1 in others, as GROUPING does. */
  flag: string;
}

/** `sets`: which of the keys each grouping set has. Without them all rows are grouped by all keys. */
export function newGrouping(keyExpressions: Expression[], sets?: readonly number[][]): Grouping {
  const keys: Key[] = [];
  const byText = new Map<string, Key>();
  const keyAt = keyExpressions.map((value) => {
    const text = JSON.stringify(value);
    const known = byText.get(text);
    if (known || value.kind === 'literal') return known;
    const key: Key = { name: `k${keys.length}`, value, flag: `g${keys.length}` };
    byText.set(text, key);
    keys.push(key);
    return key;
  });
  const names = new Map([...byText].map(([text, { name }]) => [text, name]));
  const aggregates: NamedExpression[] = [];
  const rewrite = (expression: Expression, span: Span): Expression =>
    mapExpression(expression, (part) => {
      if (part.kind === 'literal') return undefined;
      if (part.kind === 'call' && part.fn === groupingFunction) return flagOf(part.args[0]!, span);
      const text = JSON.stringify(part);
      const known = names.get(text);
      if (known) return { kind: 'column', name: known };
      if (part.kind === 'aggregate') {
        const name = `a${aggregates.length}`;
        names.set(text, name);
        aggregates.push({ name, value: part });
        return { kind: 'column', name };
      }
      if (part.kind === 'column')
        refuse(
          span,
          'sem.not_grouped',
          `Column "${part.name}" is neither in GROUP BY nor inside an aggregate.`,
          `Add it to GROUP BY, or use ANY_VALUE(${part.name}).`,
        );
      return undefined;
    });
  const flagOf = (value: Expression, span: Span): Expression => {
    const key = byText.get(JSON.stringify(value));
    if (!key || !sets) return refuseGrouping(span);
    return { kind: 'column', name: key.flag };
  };
  return {
    rewrite,
    over: (rows, typeOfKey) => {
      const plain = keys.map(({ name, value }) => ({ name, value }));
      if (!sets) return { kind: 'aggregate', input: rows, keys: plain, aggregates };
      const inputs = sets.map((set) =>
        groupedBySet(rows, keys, new Set(set.map((index) => keyAt[index])), aggregates, typeOfKey),
      );
      return { kind: 'union', match: 'position', inputs };
    },
  };
}

/** For queries without groups: the expression as it is. */
export function ungrouped(expression: Expression, span: Span): Expression {
  return mapExpression(expression, (part) =>
    part.kind === 'call' && part.fn === groupingFunction ? refuseGrouping(span) : undefined,
  );
}

function refuseGrouping(span: Span): never {
  return refuse(
    span,
    'sem.not_grouped',
    'GROUPING takes a column of GROUPING SETS, ROLLUP or CUBE in the same query.',
  );
}

/** What GROUPING(column) is lowered into; no function of the engine. */
export const groupingFunction = 'grouping';

/** One grouping set: keys it does not have are null. */
function groupedBySet(
  rows: Relation,
  keys: readonly Key[],
  own: ReadonlySet<Key | undefined>,
  aggregates: NamedExpression[],
  typeOfKey: (key: Expression) => FieldType,
): Relation {
  const used = keys.filter((key) => own.has(key)).map(({ name, value }) => ({ name, value }));
  const grouped: Relation = { kind: 'aggregate', input: rows, keys: used, aggregates };
  const columns = keys.flatMap((key): NamedExpression[] => [
    {
      name: key.name,
      value: own.has(key)
        ? { kind: 'column', name: key.name }
        : { kind: 'literal', value: null, type: typeOfKey(key.value) },
    },
    { name: key.flag, value: { kind: 'literal', value: own.has(key) ? 0 : 1, type: integer } },
  ]);
  const computed = aggregates.map(({ name }): NamedExpression => ({ name, value: { kind: 'column', name } }));
  return { kind: 'project', input: grouped, columns: [...columns, ...computed] };
}

/** Whether the expression holds an aggregate of its own query. */
export function hasAggregate(expression: Expression): boolean {
  return contains(expression, 'aggregate');
}

export function hasWindow(expression: Expression): boolean {
  return contains(expression, 'window');
}

function contains(expression: Expression, kind: Expression['kind']): boolean {
  let found = false;
  mapExpression(expression, (part) => {
    if (part.kind === kind) found = true;
    return found ? part : undefined;
  });
  return found;
}
