import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { isCidr } from './cidr.ts';

export const inCidrFunction = defineFunction({
  name: 'in_cidr',
  kind: 'scalar',
  params: [
    { name: 'ip', type: 'text' },
    { name: 'range', type: 'literalText' },
  ],
  returns: boolean,
  doc: 'Whether an IP address (v4 or v6) lies in a CIDR range; false for text that is no address.',
  examples: [
    { sql: "in_cidr('10.1.2.3', '10.0.0.0/8')", value: true },
    { sql: "in_cidr('host', '10.0.0.0/8')", value: false },
    { sql: "in_cidr('2001:db8::1', '2001:db8::/32')", value: true },
  ],
  check: ([, range]) =>
    typeof range === 'string' && isCidr(range) ? undefined : 'The range must be a CIDR such as 10.0.0.0/8.',
  clickhouse: ([ip, range]) => {
    const isAddress = `(isIPv4String(${ip!.sql}) OR isIPv6String(${ip!.sql}))`;
    return `(${isAddress} AND isIPAddressInRange(if(ifNull(${isAddress}, 0), ifNull(${ip!.sql}, '0.0.0.0'), '0.0.0.0'), ${range!.sql}))`;
  },
});
