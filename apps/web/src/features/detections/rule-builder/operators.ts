import { conditionOf, conditions } from '@margay/detect/simple';
import type { ValueType } from './builder-fields.ts';

/** Words of the conditions that filters know; the words of the others follow from them. */
const filterWords: Record<string, string> = {
  Equals: 'is',
  DoesNotEqual: 'is not',
  IsIn: 'is in',
  IsNotIn: 'is not in',
  IsIPAddressInCIDR: 'is in CIDR',
  IsIPAddressNotInCIDR: 'is not in CIDR',
  IsIPAddressPublic: 'is public',
  IsIPAddressPrivate: 'is private',
  IsNullOrEmpty: 'is empty',
  IsNotNullOrEmpty: 'is not empty',
  Contains: 'contains',
  DoesNotContain: 'does not contain',
  StartsWith: 'starts with',
  EndsWith: 'ends with',
  IsGreaterThan: 'greater than',
  IsLessThan: 'less than',
  IsGreaterThanOrEquals: 'greater or equal',
  IsLessThanOrEquals: 'less or equal',
  CIDRContainsIPAddresses: 'contains IP in CIDR',
  CIDRDoesNotContainIPAddresses: 'does not contain IP in CIDR',
};

const otherWords: Record<string, string> = {
  DoesNotStartWith: 'does not start with',
  DoesNotEndWith: 'does not end with',
  Exists: 'exists',
  DoesNotExist: 'does not exist',
  IsNull: 'is null',
  IsNotNull: 'is not null',
  IsIPAddress: 'is an IP address',
  IsIPv4Address: 'is an IPv4 address',
  IsIPv6Address: 'is an IPv6 address',
};

const lists: readonly ValueType[] = [
  'string_array',
  'int_array',
  'float_array',
  'bool_array',
  'ip_array',
  'json_array',
];

/** Which types of fields a filter offers a condition for. */
const offers: readonly { types: readonly ValueType[]; names: readonly string[] }[] = [
  { types: ['bool', 'ip', 'int', 'string'], names: ['Equals', 'DoesNotEqual'] },
  { types: ['int', 'string'], names: ['IsIn', 'IsNotIn'] },
  {
    types: ['ip'],
    names: ['IsIPAddressInCIDR', 'IsIPAddressNotInCIDR', 'IsIPAddressPublic', 'IsIPAddressPrivate'],
  },
  { types: [...lists, 'string'], names: ['IsNullOrEmpty', 'IsNotNullOrEmpty', 'Contains', 'DoesNotContain'] },
  { types: ['string'], names: ['StartsWith', 'EndsWith'] },
  { types: ['int', 'float'], names: ['IsGreaterThan', 'IsLessThan'] },
  { types: ['int'], names: ['IsGreaterThanOrEquals', 'IsLessThanOrEquals'] },
  { types: ['ip_array'], names: ['CIDRContainsIPAddresses', 'CIDRDoesNotContainIPAddresses'] },
];

/** Conditions that inline filters know, in the order people are offered them. */
export const filterOperators: readonly string[] = Object.keys(filterWords);

/** What a filter on a field of this type may ask. */
export function operatorsFor(type: ValueType): string[] {
  if (type === 'unknown' || type === 'json') return [...filterOperators];
  const offered = offers.filter(({ types }) => types.includes(type)).flatMap(({ names }) => names);
  return filterOperators.filter((name) => offered.includes(name));
}

/** What a detection may ask beyond that. */
export function furtherOperators(type: ValueType): string[] {
  const offered = operatorsFor(type);
  return conditions.map(({ name }) => name).filter((name) => !offered.includes(name));
}

export function operatorText(name: string): string {
  const canonical = conditionOf(name)?.name ?? name;
  const words = filterWords[canonical] ?? otherWords[canonical];
  if (words !== undefined) return words;
  const anyCase = canonical.startsWith('I') ? canonical.slice(1) : '';
  const plain = filterWords[anyCase] ?? otherWords[anyCase];
  return plain === undefined ? canonical : `${plain} (any case)`;
}

const preferred = ['DoesNotContain', 'DoesNotEqual', 'IsLessThan'];

/** What a new filter asks first: not contains, not equals, less than, whichever the type allows. */
export function defaultFilterOperator(type: ValueType): string {
  const offered = operatorsFor(type);
  return preferred.find((name) => offered.includes(name)) ?? offered[0] ?? 'DoesNotEqual';
}

/** What a new condition of a detection asks first. */
export function defaultOperator(type: ValueType): string {
  return operatorsFor(type).find((name) => name === 'Equals' || name === 'Contains') ?? 'Equals';
}
