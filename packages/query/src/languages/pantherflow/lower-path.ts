import { boolean, json } from '../../ir/types.ts';
import { overflowName } from '../../ir/typing.ts';
import type { FlowExpression } from './ast.ts';
import type { FlowColumn, FlowScope } from './scope.ts';
import { columnNamed, columnRef, hasOverflow, unknownColumn, unknownField, unlistedColumn } from './scope.ts';
import { refuse } from '../../diagnostics.ts';
import type { Typed } from './typed.ts';
import { asDocumentValue, asIntValue, call, isNumeric, nullConstant, typed } from './typed.ts';

type Chained = Extract<FlowExpression, { kind: 'member' | 'index' }>;
type Lower = (expression: FlowExpression, scope: FlowScope) => Typed;

/** A name, or a name with keys: the longest dotted prefix that is a column wins, the rest reads inside it. */
export function lowerPath(expression: FlowExpression, scope: FlowScope, lower: Lower): Typed {
  const links: Chained[] = [];
  let base = expression;
  while (base.kind === 'member' || base.kind === 'index') {
    links.unshift(base);
    base = base.base;
  }
  if (base.kind !== 'variable') return follow(lower(base, scope), links, scope, lower);
  const side = base.name === '$left' ? 'left' : base.name === '$right' ? 'right' : undefined;
  if (side) return lowerSide(side, links, base, scope, lower);
  const variable = scope.variables.get(base.name);
  if (variable) return follow({ ...variable, span: base.span }, links, scope, lower);
  const found = longestColumn(base.name, links, scope.columns);
  if (found) {
    if (scope.isOutsideAggregate)
      refuse(
        base.span,
        'sem.aggregate_required',
        `The column "${found.column.name}" has many values here; put it inside an aggregate.`,
        `agg.take_any(${found.column.name})`,
      );
    return followColumn(found.column, links.slice(found.used), base.span, scope, lower);
  }
  const scalar = scope.context.scalarVariables.get(base.name);
  if (scalar) return follow({ ...scalar, span: base.span }, links, scope, lower);
  if (hasOverflow(scope.columns)) {
    unlistedColumn(base.name, base.span, scope.columns, scope.context);
    return follow(unlisted([base.name], base.span), links, scope, lower);
  }
  return { ...unknownColumn(base.name, base.span, scope.columns, scope.context), span: expression.span };
}

/** A field no schema column covers may be among those the table keeps beside them. */
function unlisted(keys: string[], span: Typed['span'], of?: 'left' | 'right'): Typed {
  const base = columnRef({ name: overflowName, type: json }, span, of);
  return typed({ kind: 'path', base: base.expression, steps: keys }, json, span);
}

function lowerSide(
  side: 'left' | 'right',
  [first, ...rest]: Chained[],
  base: FlowExpression,
  scope: FlowScope,
  lower: Lower,
): Typed {
  const columns = scope.sides?.[side];
  if (!columns)
    refuse(
      base.span,
      'sem.join_side_outside_join',
      `"$${side}" has a meaning only in the condition of a join.`,
    );
  if (first?.kind !== 'member')
    refuse(
      base.span,
      'type.mismatch',
      `"$${side}" stands for a whole row; name a column of it.`,
      `$${side}.column`,
    );
  const found = longestColumn(first.key.text, rest, columns);
  if (found) return followColumn(found.column, rest.slice(found.used), first.span, scope, lower, side);
  if (hasOverflow(columns)) {
    unlistedColumn(first.key.text, first.key.span, columns, scope.context);
    return follow(unlisted([first.key.text], first.span, side), rest, scope, lower);
  }
  return unknownColumn(first.key.text, first.key.span, columns, scope.context);
}

function longestColumn(
  first: string,
  links: Chained[],
  columns: readonly FlowColumn[],
): { column: FlowColumn; used: number } | undefined {
  const names = [first];
  for (const link of links) {
    if (link.kind !== 'member') break;
    names.push(`${names.at(-1)}.${link.key.text}`);
  }
  for (let used = names.length - 1; used >= 0; used--) {
    const column = columnNamed(columns, names[used]!);
    if (column) return { column, used };
  }
  return undefined;
}

/** Reads inside a column; keys its type does not know may be among the fields no schema covers. */
function followColumn(
  column: FlowColumn,
  links: Chained[],
  span: Typed['span'],
  scope: FlowScope,
  lower: Lower,
  side?: 'left' | 'right',
): Typed {
  const columns = (side && scope.sides?.[side]) ?? scope.columns;
  let at = column.type;
  const keys = [column.name];
  for (const [index, link] of links.entries()) {
    if (link.kind !== 'member' || at.kind !== 'object' || at.fields.length === 0) break;
    const { text, span: place } = link.key;
    keys.push(text);
    const field = at.fields.find((candidate) => candidate.name === text);
    if (field) {
      at = field.type;
      continue;
    }
    unknownField(text, place, at.fields, hasOverflow(columns), scope.context);
    if (hasOverflow(columns)) return follow(unlisted(keys, span, side), links.slice(index + 1), scope, lower);
    break;
  }
  return follow(columnRef(column, span, side), links, scope, lower);
}

function follow(start: Typed, links: Chained[], scope: FlowScope, lower: Lower): Typed {
  return links.reduce<Typed>((value, link) => {
    const key = link.kind === 'member' ? link.key.text : keyOf(lower(link.index, scope));
    return { ...(typeof key === 'object' ? atComputed(value, key) : at(value, key)), span: link.span };
  }, start);
}

/** Constant keys as they are; positions as numbers. */
function keyOf(key: Typed): string | number | Typed {
  const value = key.constant?.value;
  if (key.type.kind === 'string' && typeof value === 'string') return value;
  if (isNumeric(key.type) && typeof value === 'number' && Number.isInteger(value)) return value;
  return key;
}

/** The part under a key or at a position; null where there is none. */
export function at(value: Typed, key: string | number): Typed {
  const { type } = value;
  if (type.kind === 'array')
    return typeof key === 'number' && key >= 0 ? step(value, key, type.element) : nullConstant();
  if (type.kind === 'object' && type.fields.length > 0) {
    const field = type.fields.find((candidate) => candidate.name === key);
    return field ? step(value, key, field.type) : nullConstant();
  }
  if (type.kind !== 'json' && type.kind !== 'object') return nullConstant();
  if (typeof key === 'string') return step(value, key, json);
  const index = typed({ kind: 'literal', value: key, type: { kind: 'bigint' } }, { kind: 'bigint' });
  return key < 0 ? nullConstant() : call('json_item', json, [value, index]);
}

function step(value: Typed, key: string | number, type: Typed['type']): Typed {
  const { expression } = value;
  if (expression.kind === 'path') return typed({ ...expression, steps: [...expression.steps, key] }, type);
  return typed({ kind: 'path', base: expression, steps: [key] }, type);
}

function atComputed(value: Typed, key: Typed): Typed {
  const { type } = value;
  if (key.constant || (type.kind !== 'json' && type.kind !== 'array' && type.kind !== 'object'))
    return nullConstant();
  if (isNumeric(key.type)) {
    const isWhole = call('eq', boolean, [asIntValue(key), key]);
    const item = call('json_item', json, [asDocumentValue(value), asIntValue(key)]);
    return typed({ kind: 'case', branches: [{ when: isWhole.expression, result: item.expression }] }, json);
  }
  return call('json_at', json, [asDocumentValue(value), asDocumentValue(key)]);
}
