import { refuse } from '../../diagnostics.ts';
import type { QueryFunction } from '../../functions/define.ts';
import { timeUnit, unitLengthMs } from '../../functions/time-units.ts';
import type { Expression, FrameBound, SortKey, WindowCall, WindowFrame } from '../../ir/expression.ts';
import { isNumber } from '../../ir/types.ts';
import { typeOf } from '../../ir/typing.ts';
import type { SqlCall, SqlExpr, SqlFrame, SqlFrameBound, SqlSortKey, SqlWindow } from './ast.ts';
import type { Scope } from './scope.ts';

type Lower = (expression: SqlExpr, scope: Scope) => Expression;

/** A call that is known to have OVER. */
export function overWindow(
  definition: QueryFunction,
  args: Expression[],
  call: SqlCall,
  scope: Scope,
  lower: Lower,
): WindowCall {
  const over = call.over!;
  const { name } = definition;
  if (call.nulls && !definition.takesNulls)
    refuse(
      call.name.span,
      'sem.nulls_not_allowed',
      `${name} takes no IGNORE NULLS or RESPECT NULLS.`,
      'FIRST_VALUE and LAST_VALUE do.',
    );
  const orderBy = over.orderBy.map((key) => sortKey(key, scope, lower));
  const frame = over.frame && frameOf(definition, over, over.frame, orderBy, scope);
  return {
    kind: 'window',
    fn: name,
    args,
    partitionBy: over.partitionBy.map((key) => lower(key, scope)),
    orderBy,
    ...(frame ? { frame } : {}),
    ...(call.nulls === 'ignore' ? { ignoresNulls: true } : {}),
  };
}

function frameOf(
  definition: QueryFunction,
  over: SqlWindow,
  frame: SqlFrame,
  orderBy: readonly SortKey[],
  scope: Scope,
): WindowFrame {
  const { span } = frame;
  if (definition.frame === 'none' || definition.frame === 'fixed')
    refuse(span, 'sem.frame_not_allowed', `${definition.name} takes no frame.`, 'Leave it out.');
  const isMoving = 'distance' in frame.from || 'distance' in frame.to;
  const needsOrder = isMoving || frame.from.kind === 'current row' || frame.to.kind === 'current row';
  if (needsOrder && orderBy.length === 0)
    refuse(span, 'sem.frame_order', 'A frame up to some row needs ORDER BY before it.');
  if (frame.unit === 'range' && isMoving && orderBy.length !== 1)
    refuse(over.orderBy[1]!.value.span, 'sem.frame_order', 'A RANGE of some length needs a single sort key.');
  const distanceOf = (bound: SqlFrameBound): FrameBound => {
    if (!('distance' in bound)) return bound;
    const distance =
      frame.unit === 'rows' ? rowCount(bound.distance) : rangeLength(bound.distance, orderBy[0]!, scope);
    return { kind: bound.kind, distance };
  };
  return { unit: frame.unit, from: distanceOf(frame.from), to: distanceOf(frame.to) };
}

/** The engine counts distances in 32 bits. */
const maxDistance = 2_147_483_647;

function rowCount(distance: SqlExpr): number {
  const count = distance.kind === 'number' ? Number(distance.text) : Number.NaN;
  if (Number.isInteger(count) && count <= maxDistance) return count;
  return refuse(distance.span, 'value.invalid', 'The number of rows must be a constant whole number.');
}

/** In the sort key's unit; for times, in seconds. */
function rangeLength(distance: SqlExpr, key: SortKey, scope: Scope): number {
  const type = typeOf(key.value, scope.columns, scope.context.catalog, scope.variables);
  if (type.kind === 'timestamp') {
    const unit = distance.kind === 'interval' ? timeUnit(distance.unit) : undefined;
    const length = unit === undefined ? undefined : unitLengthMs(unit);
    const seconds = distance.kind === 'interval' && length ? (distance.count * length) / 1000 : Number.NaN;
    if (Number.isInteger(seconds) && seconds >= 0 && seconds <= maxDistance) return seconds;
    return refuse(
      distance.span,
      'value.invalid',
      "A RANGE over times needs a constant length of whole seconds, such as INTERVAL '1 hour'.",
    );
  }
  if (!isNumber(type))
    refuse(distance.span, 'type.mismatch', 'A RANGE of some length needs a number or a time to sort by.');
  const length = distance.kind === 'number' ? Number(distance.text) : Number.NaN;
  if (Number.isInteger(length) && length <= maxDistance) return length;
  return refuse(distance.span, 'value.invalid', 'The length of a RANGE must be a constant whole number.');
}

export function sortKey(key: SqlSortKey, scope: Scope, lower: Lower): SortKey {
  const value = lower(key.value, scope);
  const nullsFirst = key.nulls === 'first';
  return { value, descending: key.isDescending, ...(nullsFirst ? { nullsFirst } : {}) };
}
