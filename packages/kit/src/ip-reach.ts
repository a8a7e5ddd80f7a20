import { type IpAddress, type IpNetwork, isInNetwork, parseIpNetwork, unmappedIp } from './ip-network.ts';

/**
 * Which addresses the whole Internet reaches, in the sense of Python's `ipaddress` (3.13 and later): the IANA
 * special-purpose registries, with 100.64.0.0/10 (shared by carriers) neither private nor global.
 */
const privateNetworks = networksOf(
  '0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16',
  '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4',
  '::/127 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 fc00::/7 fe80::/10',
);
/** Parts of the above that the whole Internet does reach. */
const exceptions = networksOf(
  '192.0.0.9 192.0.0.10',
  '2001:1::1 2001:1::2 2001:3::/32 2001:4:112::/48 2001:20::/28 2001:30::/28',
);
const carrierNetworks = networksOf('100.64.0.0/10');

export function isPrivateIp(address: IpAddress): boolean {
  const plain = unmappedIp(address);
  return isInAny(plain, privateNetworks) && !isInAny(plain, exceptions);
}

export function isGlobalIp(address: IpAddress): boolean {
  return !isPrivateIp(address) && !isInAny(unmappedIp(address), carrierNetworks);
}

function isInAny(address: IpAddress, networks: readonly IpNetwork[]): boolean {
  return networks.some((network) => isInNetwork(address, network));
}

function networksOf(...lines: string[]): IpNetwork[] {
  return lines.flatMap((line) => line.split(' ')).map((text) => parseIpNetwork(text)!); // read in the test
}
