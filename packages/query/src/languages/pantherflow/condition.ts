import { refuse } from '../../diagnostics.ts';
import type { Typed } from './typed.ts';
import { asBoolValue, constantTypeName } from './typed.ts';

/** The value as a truth value; constants of other types are refused. */
export function conditionOf(value: Typed): Typed {
  if (value.constant && value.constant.value !== null && value.type.kind !== 'boolean')
    refuse(
      value.span,
      'type.mismatch',
      `A condition must be true or false; this is of type ${constantTypeName(value)}.`,
    );
  return asBoolValue(value);
}
