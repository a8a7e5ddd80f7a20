import { nearestWord } from '@margay/kit';
import type { Span } from '../../diagnostics.ts';
import { refuse, withMeant } from '../../diagnostics.ts';
import { regexFault } from '../../functions/pattern.ts';
import type { FlowCall } from './ast.ts';
import type { FlowFunction, FlowParameter } from './functions/define.ts';
import { flowSignature } from './functions/define.ts';
import { flowFunctionNamed, flowFunctions } from './functions/index.ts';
import { unitNamed } from './functions/shared.ts';
import type { FlowScope } from './scope.ts';
import type { Typed } from './typed.ts';
import {
  asBoolValue,
  asDocumentValue,
  asIntValue,
  asNumberValue,
  asSpanValue,
  asTextValue,
  asTimeValue,
  constantTypeName,
  isDocument,
  nullOf,
} from './typed.ts';

/** A call of a function of the list; nothing else is ever turned into SQL. `lower` gives the argument at a place. */
export function lowerCall(
  { name, nameSpan, args, span }: FlowCall,
  scope: FlowScope,
  lower: (index: number, param: FlowParameter) => Typed,
): Typed {
  const definition = flowFunctionNamed(name);
  if (!definition || name === 'toscalar') return refuseFunction(name, nameSpan);
  checkCount(definition, args.length, nameSpan);
  const converted = args.map((_, index) => {
    const param = paramAt(definition, index);
    return convert(lower(index, param), param, name);
  });
  return { ...apply(definition, converted, scope), span };
}

function apply(definition: FlowFunction, args: Typed[], scope: FlowScope): Typed {
  const { now } = scope.context;
  return definition.lower(args, {
    now,
    callNamed: (name, values) => {
      const inner = flowFunctionNamed(name)!;
      checkCount(inner, values.length, args[0]!.span);
      const converted = values.map((value, index) => convert(value, paramAt(inner, index), name));
      return apply(inner, converted, scope);
    },
  });
}

function refuseFunction(name: string, span: Span): never {
  const shown = name.slice(0, 60);
  const known = flowFunctions.map((fn) => fn.name);
  const meant = nearestWord(shown, known) ?? known.find((candidate) => candidate.endsWith(`.${shown}`));
  return refuse(span, 'name.unknown_function', withMeant(`There is no function "${shown}".`, meant), meant);
}

function paramAt({ params }: FlowFunction, index: number): FlowParameter {
  return params[index] ?? params.at(-1)!;
}

function checkCount(definition: FlowFunction, count: number, span: Span): void {
  const { params } = definition;
  const least = params.filter((param) => !param.optional).length;
  const most = params.at(-1)?.variadic ? Number.POSITIVE_INFINITY : params.length;
  const fault = definition.checkCount?.(count);
  if (count >= least && count <= most && fault === undefined) return;
  const wanted =
    most === least
      ? String(least)
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most}`;
  const nouns = wanted === '1' ? 'argument' : 'arguments';
  refuse(
    span,
    'call.arity',
    fault ?? `${definition.name} takes ${wanted === '0' ? 'no' : wanted} ${nouns}, not ${count}.`,
    flowSignature(definition),
  );
}

const constantTypes: Partial<Record<FlowParameter['type'], string[]>> = {
  string: ['string'],
  unit: ['string'],
  pattern: ['string'],
  number: ['int', 'double'],
  int: ['int'],
  bool: ['bool'],
  timestamp: ['timestamp'],
  timespan: ['timespan'],
  array: ['array'],
};

/** The argument as the parameter wants it. Constants of other types are refused; other values become null. */
function convert(value: Typed, param: FlowParameter, fn: string): Typed {
  checkConstant(value, param, fn);
  switch (param.type) {
    case 'string':
      return asTextValue(value);
    case 'unit':
      return checkedUnit(asTextValue(value));
    case 'pattern':
      return checkedPattern(value);
    case 'number':
      return asNumberValue(value);
    case 'int':
      return asIntValue(value);
    case 'bool':
      return asBoolValue(value);
    case 'timestamp':
      return asTimeValue(value);
    case 'timespan':
      return asSpanValue(value);
    case 'array':
      return isDocument(value.type) ? value : { ...nullOf({ kind: 'json' }, value) };
    case 'any':
      return value;
    case 'fn':
    case 'tabular':
      return value.lambda ? value : asDocumentValue(value);
  }
}

function checkConstant(value: Typed, param: FlowParameter, fn: string): void {
  const wanted = constantTypes[param.type];
  if (!wanted || !value.constant || value.constant.value === null) return;
  const is = constantTypeName(value);
  if (wanted.includes(is)) return;
  const shown = param.type === 'unit' || param.type === 'pattern' ? 'string' : param.type;
  refuse(
    value.span,
    'type.mismatch',
    `The ${param.name} of ${fn} must be of type ${shown}; this is of type ${is}.`,
  );
}

function checkedUnit(value: Typed): Typed {
  if (!value.constant || value.constant.value === null) return value;
  const word = String(value.constant.value);
  if (unitNamed(word) === undefined)
    refuse(
      value.span,
      'value.invalid',
      `"${word.slice(0, 30)}" is no unit of time here.`,
      nearestWord(word, ['year', 'month', 'day', 'hour', 'minute', 'second']) ??
        'Units are year, month, day, hour, minute and second.',
    );
  return value;
}

function checkedPattern(value: Typed): Typed {
  if (value.constant?.value === null) return value;
  if (!value.constant)
    refuse(
      value.span,
      'type.mismatch',
      'The pattern must be a constant text.',
      'Write the pattern in quotes.',
    );
  const fault = regexFault(value.constant.value);
  if (fault !== undefined) refuse(value.span, 'value.invalid', fault);
  return value;
}
