import { isCidr, isIpAddress } from '../../functions/cidr.ts';

/** Types a filter's field may have, as forms and detection filters name them. */
export const filterFieldTypes = [
  'string',
  'int',
  'float',
  'bool',
  'ip',
  'string_array',
  'int_array',
  'float_array',
  'bool_array',
  'ip_array',
  'json',
  'json_array',
  'cidr',
] as const;
export type FilterFieldType = (typeof filterFieldTypes)[number];

export const fieldRequired = 'This field is required';
export const bothNumbersRequired = 'Both numbers are required';
export const numbersMustDiffer = 'Numbers must be different';
export const atLeastOneFilter = 'At least one filter is required';
const prefix = 'This field + operator';

/** The value's message for its field type, or undefined when the value is fine. */
export function valueFault(type: FilterFieldType, value: unknown): string | undefined {
  const fault = faultOf(type, value);
  return fault && `${prefix} ${fault}`;
}

function faultOf(type: FilterFieldType, value: unknown): string | undefined {
  switch (type) {
    case 'int':
      return isInteger(value) ? undefined : 'requires an integer';
    case 'float':
      return isNumber(value) ? undefined : 'requires a floating point number';
    case 'string':
    case 'json':
      return typeof value === 'string' && value !== '' ? undefined : 'requires a value';
    case 'ip':
    case 'cidr':
      return isIpOrCidr(value) ? undefined : 'requires an IP or CIDR';
    case 'bool':
      return isBoolean(value) ? undefined : 'requires true or false';
    case 'bool_array':
      return isListOf(value, isBoolean) ? undefined : 'require one or more "true" or "false" values';
    case 'string_array':
    case 'json_array':
      return isListOf(value, isText) ? undefined : 'requires one or more values';
    case 'int_array':
      return isListOf(value, isInteger) ? undefined : 'requires one or more integers';
    case 'float_array':
      return isListOf(value, isNumber) ? undefined : 'requires one or more floating point numbers';
    case 'ip_array':
      return isListOf(value, isIpOrCidr) ? undefined : 'requires one or more IPs or CIDRs';
  }
}

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(test);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean' || value === 'true' || value === 'false';
}

export function isNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function isInteger(value: unknown): boolean {
  return isNumber(value) && /^\s*-?\d+\s*$/.test(String(value));
}

function isIpOrCidr(value: unknown): boolean {
  return typeof value === 'string' && (isIpAddress(value) || isCidr(value));
}
