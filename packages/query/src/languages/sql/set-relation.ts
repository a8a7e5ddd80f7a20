import { call, column, literal } from '../../ir/conditions.ts';
import type { NamedExpression } from '../../ir/expression.ts';
import type { Relation } from '../../ir/relation.ts';
import type { ScopeColumn } from '../../ir/typing.ts';
import type { SetOperator } from './ast.ts';

/** Says of a row which part of the operation it is from. */
const partName = ':part';

/** The rows of a set operation over parts of equal width, named by the columns of the first. */
export function setRelation(op: SetOperator, parts: readonly SetPart[]): Relation {
  const [first] = parts;
  if (parts.length === 1 && first) return op === 'union' ? distinct(first.relation) : first.relation;
  if (op === 'except' || op === 'intersect') return compared(op, parts);
  const inputs = parts.map((part) => part.relation);
  const all: Relation = { kind: 'union', match: 'position', inputs };
  return op === 'union' ? distinct(all) : all;
}

export interface SetPart {
  relation: Relation;
  columns: readonly ScopeColumn[];
}

const distinct = (input: Relation): Relation => ({ kind: 'distinct', input });

/** Equal rows are grouped, because groups take nulls as equal; the parts a group has decide. */
function compared(op: 'except' | 'intersect', parts: readonly SetPart[]): Relation {
  const inputs = parts.map(({ relation, columns }, index): Relation => ({
    kind: 'project',
    input: relation,
    columns: [...columns.map(plain), { name: partName, value: literal(index) }],
  }));
  const part = column(partName);
  const grouped: Relation = {
    kind: 'aggregate',
    input: { kind: 'union', match: 'position', inputs },
    keys: parts[0]!.columns.map(plain),
    aggregates: [
      {
        name: partName,
        value:
          op === 'except'
            ? { kind: 'aggregate', fn: 'max', args: [part] }
            : { kind: 'aggregate', fn: 'count', args: [part], distinct: true },
      },
    ],
  };
  const wanted = literal(op === 'except' ? 0 : parts.length);
  const kept: Relation = { kind: 'filter', input: grouped, where: call('eq', part, wanted) };
  return { kind: 'project', input: kept, columns: parts[0]!.columns.map(plain) };
}

function plain({ name }: { name: string }): NamedExpression {
  return { name, value: column(name) };
}
