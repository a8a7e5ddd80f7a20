import { formatIpAddress, networkAddressOf, parseIpAddress } from '@margay/kit';

const prefixes = { address: { 2: 32, 8: 64 }, network: { 2: 24, 8: 48 } } as const;

/** What counts as one caller: an address (of IPv6 the /64 that is handed out like one), or its neighbourhood. */
export function callerNetwork(ip: string, size: keyof typeof prefixes): string {
  const address = parseIpAddress(ip);
  if (address === undefined) return 'unknown';
  return formatIpAddress(networkAddressOf(address, prefixes[size][address.length === 2 ? 2 : 8]));
}
