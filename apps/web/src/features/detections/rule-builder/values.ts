import type { BuilderCondition, Scalar } from '@margay/detect/simple';
import { conditionOf } from '@margay/detect/simple';
import type { ValueType } from './builder-fields.ts';

/** What one value of a condition is. */
export type ScalarType = 'string' | 'int' | 'float' | 'bool' | 'ip' | 'cidr';

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|(?=$|\/))){4}$/;

function isAddress(text: string): boolean {
  if (ipv4.test(text)) return true;
  if (!text.includes(':')) return false;
  try {
    return new URL(`http://[${text}]/`).hostname !== '';
  } catch {
    return false;
  }
}

function isAddressOrCidr(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0 || !isAddress(address)) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (address.includes(':') ? 128 : 32));
}

/** What the values of a condition are, by field and operator; `hint` is what is there already. */
export function scalarTypeOf(type: ValueType, operator: string, hint?: Scalar): ScalarType {
  const name = conditionOf(operator)?.name ?? operator;
  if (/CIDR/.test(name)) return 'cidr';
  if (/^Is(Greater|Less)Than/.test(name)) return type === 'int' || type === 'int_array' ? 'int' : 'float';
  if (name.endsWith('With')) return 'string';
  const one = type.replace(/_array$/, '');
  if (one === 'int' || one === 'float' || one === 'bool' || one === 'string') return one;
  if (one === 'ip') return 'ip';
  // No schema says: what is there tells.
  if (typeof hint === 'boolean') return 'bool';
  if (typeof hint === 'bigint') return 'int';
  if (typeof hint === 'number') return Number.isInteger(hint) ? 'int' : 'float';
  return 'string';
}

/** The value a text stands for; undefined where it stands for none of that type. */
export function parseScalar(text: string, type: ScalarType): Scalar | undefined {
  const trimmed = text.trim();
  switch (type) {
    case 'int': {
      if (!/^[+-]?\d+$/.test(trimmed)) return undefined;
      const number = Number(trimmed);
      return Number.isSafeInteger(number) ? number : BigInt(trimmed);
    }
    case 'float':
      return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
    case 'bool':
      if (trimmed.toLowerCase() === 'true') return true;
      return trimmed.toLowerCase() === 'false' ? false : undefined;
    case 'ip':
    case 'cidr':
      return trimmed === '' ? undefined : trimmed;
    case 'string':
      return text === '' ? undefined : text;
  }
}

const single: Record<ScalarType, string> = {
  int: 'requires an integer',
  float: 'requires a floating point number',
  string: 'requires a value',
  ip: 'requires an IP or CIDR',
  cidr: 'requires an IP or CIDR',
  bool: 'requires true or false',
};
const several: Record<ScalarType, string> = {
  bool: 'require one or more "true" or "false" values',
  string: 'requires one or more values',
  int: 'requires one or more integers',
  float: 'requires one or more floating point numbers',
  ip: 'requires one or more IPs or CIDRs',
  cidr: 'requires one or more IPs or CIDRs',
};

/** Whether a value is of the type. Addresses may be anything a log writes in their place, but for networks. */
export function isOfType(value: Scalar, type: ScalarType): boolean {
  switch (type) {
    case 'int':
      return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
    case 'float':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'bool':
      return typeof value === 'boolean';
    case 'ip':
    case 'cidr':
      return typeof value === 'string' && isAddressOrCidr(value);
    case 'string':
      return value !== '';
  }
}

/** What is wrong with the value of a condition, in the words that stand under it. */
export function valueFault(condition: BuilderCondition, fieldType: ValueType): string | undefined {
  const takes = conditionOf(condition.operator)?.takes;
  if (takes === undefined || takes === 'nothing') return undefined;
  const { value, values } = condition;
  const type = scalarTypeOf(fieldType, condition.operator, value ?? values?.[0]);
  if (takes === 'values') {
    const isGood = values !== undefined && values.length > 0 && values.every((one) => isOfType(one, type));
    return isGood ? undefined : `This field ${several[type]}`;
  }
  return value !== undefined && isOfType(value, type) ? undefined : `This field ${single[type]}`;
}
