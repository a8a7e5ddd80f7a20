import type { FieldType } from '@margay/model';

import { noSpan } from '../../diagnostics.ts';
import type { Expression, Literal } from '../../ir/expression.ts';
import type { FindField, FormField } from '../form-fields.ts';
import type { Name, SqlExpr } from './ast.ts';
import { isPlainName } from './cursor.ts';
import { rowFunctions } from './lower-row.ts';

const span = noSpan;

/** Why an expression cannot be said in SQL. */
export interface NoWords {
  reason: string;
}

const comparisons = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;
const sameWords = { same: 'is not distinct', differs: 'is distinct' } as const;

/**
 * An expression as the conditions of a form are made of, in words that mean the same: compiled again they are the same
 * expression. Fields no schema covers are read with FIELD.
 */
export function sqlOfExpression(expression: Expression, field: FindField): SqlExpr | NoWords {
  const unsaid: NoWords[] = [];
  const tree = sqlOf(expression);
  return unsaid[0] ?? tree;

  function sqlOf(part: Expression): SqlExpr {
    switch (part.kind) {
      case 'literal':
        return sqlLiteral(part);
      case 'column':
        return place(part);
      case 'path':
        return part.base.kind === 'column'
          ? place(part)
          : { kind: 'path', base: sqlOf(part.base), steps: part.steps, span };
      case 'array':
        return call('array_construct', part.elements.map(sqlOf));
      case 'rowText':
        return call(rowFunctions[part.op], [{ kind: 'text', value: part.text, span }]);
      case 'call':
        return sqlCall(part.fn, part.args);
      default:
        return without('It has no words in SQL.');
    }
  }

  function without(reason: string): SqlExpr {
    unsaid.push({ reason });
    return { kind: 'constant', value: null, span };
  }

  function fieldOf(part: Expression): FormField {
    if (part.kind === 'path' && part.base.kind === 'column') return field(part.base.name, part.steps);
    return field(part.kind === 'column' ? part.name : '', []);
  }

  function place(part: Expression): SqlExpr {
    const known = fieldOf(part);
    const base: SqlExpr = known.isColumn
      ? { kind: 'name', parts: [sqlName(known.name)], span }
      : call('field', [{ kind: 'text', value: known.name, span }]);
    return known.steps.length === 0 ? base : { kind: 'path', base, steps: known.steps, span };
  }

  function sqlCall(fn: string, args: readonly Expression[]): SqlExpr {
    if (fn === 'and' || fn === 'or') return { kind: 'logic', op: fn, parts: args.map(sqlOf), span };
    const [first, second] = args;
    if (fn === 'isNull' || fn === 'isNotNull')
      return { kind: 'isNull', value: sqlOf(first!), isNegated: fn === 'isNotNull', span };
    if (fn === 'differs') {
      const opposite = oppositeOf(first!, second!);
      if (opposite) return opposite;
    }
    if (Object.hasOwn(comparisons, fn))
      return binary(comparisons[fn as keyof typeof comparisons], compared(first!), sqlOf(second!));
    if (Object.hasOwn(sameWords, fn))
      return binary(sameWords[fn as keyof typeof sameWords], sqlOf(first!), sqlOf(second!));
    if (fn === 'not') return { kind: 'unary', op: 'not', value: sqlOf(first!), span };
    if (fn === 'in')
      return { kind: 'in', value: sqlOf(first!), items: args.slice(1).map(sqlOf), isNegated: false, span };
    if (fn === 'ilike')
      return {
        kind: 'like',
        op: 'ilike',
        value: sqlOf(first!),
        patterns: [sqlOf(second!)],
        isNegated: false,
        span,
      };
    if (fn === 'to_varchar' && isAll(first!, 'string')) return sqlOf(first!);
    return call(fn, args.map(sqlOf));
  }

  /** Whether the field has this type wherever a schema has it, and a schema has it. */
  function isAll(part: Expression, kind: FieldType['kind']): boolean {
    if (part.kind !== 'column' && part.kind !== 'path') return false;
    const { types } = fieldOf(part);
    return types.length > 0 && types.every((type) => type.kind === kind);
  }

  /** SQL refuses to compare a list with one value; a form finds that it is none. */
  function compared(part: Expression): SqlExpr {
    const words = sqlOf(part);
    return isAll(part, 'array') ? call('to_number', [words]) : words;
  }

  /** `x = 'a' IS DISTINCT FROM TRUE` in the words a person would take; null counts as different in both. */
  function oppositeOf(condition: Expression, truth: Expression): SqlExpr | undefined {
    const isOpposite = truth.kind === 'literal' && truth.value === true;
    if (!isOpposite || condition.kind !== 'call' || condition.fn !== 'eq') return undefined;
    const [left, right] = condition.args;
    if (right?.kind !== 'literal' || right.value === null) return undefined;
    return binary('is distinct', compared(left!), sqlOf(right));
  }
}

function binary(op: Extract<SqlExpr, { kind: 'binary' }>['op'], left: SqlExpr, right: SqlExpr): SqlExpr {
  return { kind: 'binary', op, left, right, span };
}

/** Functions are in capitals, as the formatter writes words; `p_occurs_since` and its kin are known in small letters. */
export function call(name: string, args: SqlExpr[]): SqlExpr {
  const shown = name.startsWith('p_') ? name : name.toUpperCase();
  return { kind: 'call', name: plain(shown), args, isStar: false, isDistinct: false, span };
}

export const plain = (text: string): Name => ({ text, isQuoted: false, span });

/** A name that stands for itself, in quotes where it would not be read as one. */
export function sqlName(text: string): Name {
  return { text, isQuoted: !isPlainName(text), span };
}

function sqlLiteral({ value, type }: Literal): SqlExpr {
  if (value === null || typeof value === 'boolean') return { kind: 'constant', value, span };
  if (type.kind === 'timestamp')
    return {
      kind: 'cast',
      value: { kind: 'text', value: String(value), span },
      type: { name: 'timestamp', args: [], span },
      isTry: false,
      span,
    };
  if (typeof value === 'string' && type.kind === 'string') return { kind: 'text', value, span };
  const digits = String(value);
  return digits.startsWith('-')
    ? { kind: 'unary', op: '-', value: { kind: 'number', text: digits.slice(1), span }, span }
    : { kind: 'number', text: digits, span };
}
