import {
  type IpAddress,
  isGlobalIp,
  isInNetwork,
  isPrivateIp,
  parseIpAddress,
  parseIpNetwork,
} from '@margay/kit';
import { type Condition, type GivenFault, withOpposite } from './condition.ts';

const isInCidr: Condition = {
  name: 'IsIPAddressInCIDR',
  takes: 'value',
  inFilters: true,
  faultOf: noNetwork,
  test: (given) => {
    const network = typeof given === 'string' ? parseIpNetwork(given) : undefined;
    if (!network) return () => false;
    return (found) => {
      const address = addressOf(found);
      return address !== undefined && isInNetwork(address, network);
    };
  },
  python: ({ found, given }) => `is_ip_in(${found}, ${given})`,
  implies: () => ['text'],
};

const cidrContains: Condition = {
  ...isInCidr,
  name: 'CIDRContainsIPAddresses',
  test: (given) => {
    const isInside = isInCidr.test(given);
    return (found) => Array.isArray(found) && found.some(isInside);
  },
  python: ({ found, given }) => `any_element(${found}, lambda element: is_ip_in(element, ${given}))`,
  implies: () => ['list'],
};

export const address: Condition[] = [
  addressCondition('IsIPAddress', 'is_ip', () => true),
  addressCondition('IsIPv4Address', 'is_ipv4', (found) => found.length === 2),
  addressCondition('IsIPv6Address', 'is_ipv6', (found) => found.length === 8),
  { ...addressCondition('IsIPAddressPublic', 'is_public_ip', isGlobalIp), inFilters: true },
  { ...addressCondition('IsIPAddressPrivate', 'is_private_ip', isPrivateIp), inFilters: true },
  ...withOpposite(isInCidr, { name: 'IsIPAddressNotInCIDR', inFilters: true }),
  ...withOpposite(cidrContains, { name: 'CIDRDoesNotContainIPAddresses', inFilters: true }),
];

function addressCondition(name: string, helper: string, holds: (found: IpAddress) => boolean): Condition {
  return {
    name,
    takes: 'nothing',
    test: () => (found) => {
      const parsed = addressOf(found);
      return parsed !== undefined && holds(parsed);
    },
    python: ({ found }) => `${helper}(${found})`,
    implies: () => ['text'],
  };
}

function addressOf(found: unknown): IpAddress | undefined {
  return typeof found === 'string' ? parseIpAddress(found) : undefined;
}

function noNetwork(given: unknown): GivenFault | undefined {
  if (typeof given === 'string' && parseIpNetwork(given)) return undefined;
  return {
    is: typeof given === 'string' ? 'other' : 'text',
    message: `"${String(given).slice(0, 60)}" is no network.`,
    remedy: 'Write it as address/prefix, for instance 10.0.0.0/8.',
  };
}
