import type { FieldType } from '@margay/model';

import { noSpan } from '../../diagnostics.ts';
import type { Expression, Literal } from '../../ir/expression.ts';
import { isNumber } from '../../ir/types.ts';
import type { FindField, FormField } from '../form-fields.ts';
import type { FlowBinaryOperator, FlowExpression } from './ast.ts';
import { isWritableName } from './print-expression.ts';

const span = noSpan;

/** Why an expression cannot be said in PantherFlow. */
export interface NoWords {
  reason: string;
}

/**
 * A condition as those of a form are made, in words that are true for the same rows. PantherFlow compares values by
 * their own type, a form by what the operator asks for, so a field is first made what the operator needs, unless all
 * tables say that it is that.
 */
export function flowOfExpression(condition: Expression, find: FindField): FlowExpression | NoWords {
  const words = new FlowWords(find);
  const tree = words.condition(condition);
  return words.unsaid[0] ?? tree;
}

const noRowText = 'PantherFlow has no words for the text of a whole row.';
const otherTimes = 'PantherFlow reads times in one spelling only, and not every table has a time here.';
const mixedTruth = 'PantherFlow takes numbers for truth values in another way, and a table has numbers here.';
const unwritableName = 'PantherFlow has no spelling for this name.';
const hugeNumber = 'PantherFlow would round this number, because not every table has numbers in this field.';

const orders: Readonly<Record<string, FlowBinaryOperator>> = {
  eq: '==',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

class FlowWords {
  readonly unsaid: NoWords[] = [];
  private readonly find: FindField;

  constructor(find: FindField) {
    this.find = find;
  }

  condition(part: Expression): FlowExpression {
    if (part.kind === 'rowText') return this.without(noRowText);
    if (part.kind !== 'call') return this.without('It has no words in PantherFlow.');
    const [first, second] = part.args;
    switch (part.fn) {
      case 'and':
      case 'or': {
        const [head, ...rest] = part.args.map((arg) => this.condition(arg));
        return rest.reduce((left, right) => binary(part.fn as 'and' | 'or', left, right), head!);
      }
      case 'differs':
        return this.opposite(first!);
      case 'isNull':
        return binary('==', this.field(first!).words, nothing);
      case 'isNotNull':
        return binary('!=', this.field(first!).words, nothing);
      case 'in':
        return {
          kind: 'in',
          value: this.text(first!),
          list: texts(part.args.slice(1)),
          isNegated: false,
          span,
        };
      case 'ilike':
        return call('strings.ilike', this.text(first!), this.text(second!));
      case 'contains':
        return call('strings.contains', this.text(first!), this.text(second!));
      case 'in_cidr':
        return call('ip.in_cidr', this.text(first!), this.text(second!));
      case 'array_contains':
        return this.hasText(second!, first!);
      case 'arrays_overlap':
        return call('arrays.overlap', this.textList(first!), texts(elementsOf(second!)));
      case 'array_any_ilike':
        return this.hasLike(first!, second!);
      default:
        return this.comparison(part.fn, first!, second!);
    }
  }

  /** True exactly where the condition is not; `!=` and `not in` are that already, because `==` is never null. */
  private opposite(condition: Expression): FlowExpression {
    const words = this.condition(condition);
    if (words.kind === 'binary' && words.op === '==') return { ...words, op: '!=' };
    if (words.kind === 'binary' && words.op === '!=') return { ...words, op: '==' };
    const isNever = words.kind === 'in' && words.list.kind === 'array' && words.list.elements.length > 0;
    if (isNever) return { ...words, isNegated: true };
    return not(call('coalesce', words, literal(false)));
  }

  private comparison(fn: string, left: Expression, right: Expression): FlowExpression {
    const op = orders[fn];
    if (!op || right.kind !== 'literal') return this.without('It has no words in PantherFlow.');
    if (left.kind === 'call' && left.fn === 'to_boolean') return this.truth(left.args[0]!, right);
    if (left.kind === 'call' && left.fn === 'to_timestamp') return this.time(op, left.args[0]!, right);
    if (right.type.kind === 'string') return binary(op, this.text(left), this.text(right));
    return this.number(op, left, right);
  }

  private truth(value: Expression, truth: Literal): FlowExpression {
    const field = this.field(value);
    if (field.areAll(({ kind }) => kind === 'boolean'))
      return binary('==', field.words, literal(truth.value === true));
    if (field.areAll(isNumber)) {
      const zero = literal(0);
      if (truth.value === false) return binary('==', field.words, zero);
      return binary('or', binary('<', field.words, zero), binary('>', field.words, zero));
    }
    if (field.hasSome(isNumber)) return this.without(mixedTruth);
    const spellings = truth.value === true ? ['true', '1'] : ['false', '0'];
    const list: FlowExpression = { kind: 'array', elements: spellings.map((text) => literal(text)), span };
    return { kind: 'in', value: call('strings.lower', asText(field)), list, isNegated: false, span };
  }

  private time(op: FlowBinaryOperator, value: Expression, at: Literal): FlowExpression {
    const field = this.field(value);
    if (!field.areAll(({ kind }) => kind === 'timestamp')) return this.without(otherTimes);
    return binary(
      op,
      field.words,
      call('time.parse_timestamp', literal(`${String(at.value).replace(' ', 'T')}Z`)),
    );
  }

  private number(op: FlowBinaryOperator, value: Expression, number: Literal): FlowExpression {
    const field = this.field(value);
    const words = numberLiteral(number);
    if (field.areAll(isNumber)) return binary(op, field.words, words);
    if (field.hasSome(({ kind }) => kind === 'timestamp')) return this.without(otherTimes);
    // Up to there doubles have every whole number.
    if (Math.abs(Number(number.value)) >= 2 ** 53) return this.without(hugeNumber);
    return binary(op, call('todouble', field.words), words);
  }

  private hasText(array: Expression, value: Expression): FlowExpression {
    return { kind: 'in', value: this.text(value), list: this.textList(array), isNegated: false, span };
  }

  private hasLike(array: Expression, pattern: Expression): FlowExpression {
    const fitting = call(
      'arrays.filter',
      this.field(array).words,
      lambda((item) => call('strings.ilike', call('tostring', item), this.text(pattern))),
    );
    return binary('>', call('arrays.len', fitting), literal(0));
  }

  /** An array whose elements are texts, whatever they were. */
  private textList(array: Expression): FlowExpression {
    const field = this.field(array);
    const areTexts = field.areAll((type) => type.kind === 'array' && type.element.kind === 'string');
    if (areTexts) return field.words;
    return call(
      'arrays.map',
      field.words,
      lambda((item) => call('tostring', item)),
    );
  }

  private text(part: Expression): FlowExpression {
    if (part.kind === 'literal') return literal(String(part.value));
    if (part.kind === 'call' && part.fn === 'lower') return call('strings.lower', this.text(part.args[0]!));
    if (part.kind === 'call' && part.fn === 'to_varchar') return this.text(part.args[0]!);
    return asText(this.field(part));
  }

  private field(part: Expression): FieldWords {
    const known =
      part.kind === 'column'
        ? this.find(part.name, [])
        : part.kind === 'path' && part.base.kind === 'column'
          ? this.find(part.base.name, part.steps)
          : undefined;
    if (known && isWritableName(known.name)) return fieldWords(known);
    return {
      words: this.without(known ? unwritableName : 'It has no words in PantherFlow.'),
      areAll: () => false,
      hasSome: () => false,
    };
  }

  private without(reason: string): FlowExpression {
    this.unsaid.push({ reason });
    return nothing;
  }
}

interface FieldWords {
  words: FlowExpression;
  /** Whether the field is of that type wherever a schema has it, and a schema has it. */
  areAll: (test: (type: FieldType) => boolean) => boolean;
  hasSome: (test: (type: FieldType) => boolean) => boolean;
}

function fieldWords({ name, steps, types }: FormField): FieldWords {
  const base: FlowExpression = { kind: 'variable', name, span };
  const words = steps.reduce<FlowExpression>((at, step) => {
    if (typeof step === 'string' && /^[A-Za-z_]\w*$/.test(step))
      return { kind: 'member', base: at, key: { text: step, span }, span };
    return { kind: 'index', base: at, index: literal(step), span };
  }, base);
  return {
    words,
    areAll: (test) => types.length > 0 && types.every(test),
    hasSome: (test) => types.some(test),
  };
}

function asText({ words, areAll }: FieldWords): FlowExpression {
  return areAll(({ kind }) => kind === 'string') ? words : call('tostring', words);
}

function elementsOf(part: Expression): Expression[] {
  return part.kind === 'array' ? part.elements : [part];
}

function texts(parts: readonly Expression[]): FlowExpression {
  const values = parts.map((part) => (part.kind === 'literal' ? String(part.value) : ''));
  return { kind: 'array', elements: values.map((value) => literal(value)), span };
}

const nothing: FlowExpression = { kind: 'literal', type: 'null', value: null, span };

function literal(value: string | number | boolean): FlowExpression {
  if (typeof value === 'string') return { kind: 'literal', type: 'string', value, span };
  if (typeof value === 'boolean') return { kind: 'literal', type: 'bool', value, span };
  return { kind: 'literal', type: 'int', value: String(value), span };
}

function numberLiteral({ value, type }: Literal): FlowExpression {
  const digits = String(value);
  const bare = digits.replace(/^-/, '');
  const isWhole = type.kind !== 'float' && /^\d+$/.test(bare);
  const positive: FlowExpression = isWhole
    ? { kind: 'literal', type: 'int', value: bare, span }
    : { kind: 'literal', type: 'double', value: Math.abs(Number(value)), span };
  return digits === bare ? positive : { kind: 'unary', op: '-', operand: positive, span };
}

function call(name: string, ...args: FlowExpression[]): FlowExpression {
  return { kind: 'call', name, nameSpan: span, args, span };
}

function binary(op: FlowBinaryOperator, left: FlowExpression, right: FlowExpression): FlowExpression {
  return { kind: 'binary', op, left, right, span };
}

const not = (operand: FlowExpression): FlowExpression => ({ kind: 'unary', op: 'not', operand, span });

function lambda(body: (item: FlowExpression) => FlowExpression): FlowExpression {
  const name = 'item';
  return {
    kind: 'lambda',
    params: [{ text: name, span }],
    body: body({ kind: 'variable', name, span }),
    span,
  };
}
