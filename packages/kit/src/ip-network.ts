import { cidrVersionOf, ipVersionOf } from './ip-address.ts';

/** 16-bit groups, the most significant first: two for IPv4, eight for IPv6. A zone (`%eth0`) is left out. */
export type IpAddress = readonly number[];

/** The addresses that begin with the first `prefix` bits of `groups`. */
export interface IpNetwork {
  groups: IpAddress;
  prefix: number;
}

const ipv4Groups = 2;
const ipv6Groups = 8;
const mostIpv6Characters = 45;

/** Accepts what Python's `ipaddress.ip_address` accepts as text; undefined for anything else. */
export function parseIpAddress(text: string): IpAddress | undefined {
  const version = ipVersionOf(text);
  if (version === 4) return ipv4GroupsOf(text);
  if (version === 0) return undefined;
  const [address = '', zone, more] = text.split('%');
  if (address.length > mostIpv6Characters || more !== undefined || zone?.includes('/')) return undefined;
  const [before = '', after] = address.split('::');
  const head = ipv6GroupsOf(before);
  if (after === undefined) return head;
  const tail = ipv6GroupsOf(after);
  return [...head, ...Array<number>(ipv6Groups - head.length - tail.length).fill(0), ...tail];
}

/** `address/prefix`, or a bare address for the network of that one. Bits behind the prefix are ignored. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const [address = '', prefix] = text.split('/');
  const groups = address.includes('%') ? undefined : parseIpAddress(address);
  if (groups === undefined) return undefined;
  if (prefix === undefined) return { groups, prefix: groups.length * 16 };
  return cidrVersionOf(text) === 0 ? undefined : { groups, prefix: Number(prefix) };
}

/** False where one is IPv4 and the other IPv6. */
export function isInNetwork(address: IpAddress, network: IpNetwork): boolean {
  if (address.length !== network.groups.length) return false;
  for (let at = 0, left = network.prefix; left > 0; at++, left -= 16) {
    const mask = left >= 16 ? 0xffff : (0xffff << (16 - left)) & 0xffff;
    if ((address[at]! & mask) !== (network.groups[at]! & mask)) return false;
  }
  return true;
}

/** The address with all bits behind the first `prefix` set to nought. */
export function networkAddressOf(address: IpAddress, prefix: number): IpAddress {
  return address.map((group, at) => {
    const bits = Math.min(16, Math.max(0, prefix - at * 16));
    return group & ((0xffff << (16 - bits)) & 0xffff);
  });
}

/** The one way to write an address: dotted, or the short lower-case form of RFC 5952. */
export function formatIpAddress(address: IpAddress): string {
  if (address.length === ipv4Groups) return address.flatMap((group) => [group >> 8, group & 0xff]).join('.');
  const text = address.map((group) => group.toString(16)).join(':');
  const [longest = ''] = (text.match(/\b0(?::0\b)+/g) ?? []).toSorted((a, b) => b.length - a.length);
  return longest === '' ? text : text.replace(new RegExp(`\\b${longest}\\b`), '::').replace(/:{3,}/, '::');
}

function ipv4GroupsOf(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [(a << 8) | b, (c << 8) | d];
}

/** Of well-formed groups between colons, the last of which may be an IPv4 address. */
function ipv6GroupsOf(text: string): number[] {
  if (text === '') return [];
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ipv4GroupsOf(group) : Number.parseInt(group, 16)));
}

/** An IPv6 address that stands for an IPv4 one (`::ffff:1.2.3.4`) as that one; others as they are. */
export function unmappedIp(address: IpAddress): IpAddress {
  const isMapped =
    address.length === ipv6Groups &&
    address[5] === 0xffff &&
    address.slice(0, 5).every((group) => group === 0);
  return isMapped ? address.slice(-ipv4Groups) : address;
}
