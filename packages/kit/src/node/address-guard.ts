import { BlockList, isIP } from 'node:net';
import { isInNetwork, parseIpNetwork } from '../ip-network.ts';

/**
 * What an address is to an outgoing request. `forbidden` is never a web server of someone else: cloud metadata,
 * link-local, multicast, unspecified. `private` may be one of the operator's own and can be allowed.
 */
export type AddressKind = 'public' | 'private' | 'forbidden';

/** IANA special-purpose registries (RFC 6890 and its updates), and the metadata addresses clouds document. */
const forbiddenSubnets = [
  '0.0.0.0/8',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.192/32',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fd00:ec2::254/128',
  'fe80::/10',
  'ff00::/8',
];

const privateSubnets = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];

function blockListOf(subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', bits = ''] = subnet.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Whether a network, or a bare address, holds nothing but addresses that are forbidden. False for what is no network. */
export function isForbiddenNetwork(text: string): boolean {
  const network = parseIpNetwork(text);
  if (network === undefined) return false;
  return forbiddenSubnets.some((subnet) => {
    const outer = parseIpNetwork(subnet);
    return outer !== undefined && network.prefix >= outer.prefix && isInNetwork(network.groups, outer);
  });
}

const forbidden = blockListOf(forbiddenSubnets);
const reserved = blockListOf(privateSubnets);
/** All unicast space assigned so far; anything else in IPv6 is no public host. */
const globalUnicast = blockListOf(['2000::/3']);

/** The eight 16-bit groups of an IPv6 address that `isIP` accepted, zone removed. */
function groupsOfIpv6(address: string): number[] {
  let text = address.replace(/%.*$/, '');
  const tail4 = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  if (tail4) {
    const [a = 0, b = 0, c = 0, d = 0] = tail4.slice(1).map(Number);
    text = `${text.slice(0, tail4.index)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  }
  const [head = '', tail] = text.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const before = parse(head);
  const after = tail === undefined ? [] : parse(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The IPv4 address that a tunnel or a translator sends on to: 6to4 (RFC 3056), Teredo (RFC 4380), NAT64 of a site (RFC 8215), ISATAP (RFC 5214). */
function tunnelledIpv4(groups: number[]): string[] {
  const [g0, g1, g2, g3 = 0, g4, g5, g6 = 0, g7 = 0] = groups;
  const last = dotted(g6, g7);
  if (g0 === 0x2002) return [dotted(g1, g2)];
  if (g0 === 0x2001 && g1 === 0) return [dotted(g2, g3), dotted(g6 ^ 0xffff, g7 ^ 0xffff)];
  if (g0 === 0x64 && g1 === 0xff9b && g2 === 1) return [last];
  return (g4 === 0 || g4 === 0x200) && g5 === 0x5efe ? [last] : [];
}

/** The IPv4 address carried by an IPv4-compatible, IPv4-mapped or NAT64 address (RFC 4291, RFC 6052). */
function embeddedIpv4(groups: number[]): string | undefined {
  const [g0, g1, g2, g3, g4, g5, high = 0, low = 0] = groups;
  const zeroMiddle = g2 === 0 && g3 === 0 && g4 === 0;
  const mapped = g0 === 0 && g1 === 0 && zeroMiddle && (g5 === 0xffff || g5 === 0);
  const translated = g0 === 0x64 && g1 === 0xff9b && zeroMiddle && g5 === 0;
  if (!mapped && !translated) return undefined;
  return dotted(high, low);
}

/** `address` is a textual IPv4 or IPv6 address; anything else is `forbidden`. */
export function kindOfAddress(address: string): AddressKind {
  const family = isIP(address);
  if (family === 0) return 'forbidden';
  if (family === 4) {
    if (forbidden.check(address, 'ipv4')) return 'forbidden';
    return reserved.check(address, 'ipv4') ? 'private' : 'public';
  }
  const bare = address.replace(/%.*$/, '');
  const groups = groupsOfIpv6(bare);
  if (groups.every((group, i) => group === (i === 7 ? 1 : 0))) return 'private';
  if (tunnelledIpv4(groups).some((inner) => forbidden.check(inner, 'ipv4'))) return 'forbidden';
  const ipv4 = embeddedIpv4(groups);
  if (ipv4 !== undefined) return kindOfAddress(ipv4);
  if (forbidden.check(bare, 'ipv6')) return 'forbidden';
  if (!globalUnicast.check(bare, 'ipv6')) return 'private';
  return reserved.check(bare, 'ipv6') ? 'private' : 'public';
}

/** True for addresses a client with this rule may connect to. `host` is the name the URL gave. */
export type AddressRule = (host: string, address: string) => boolean;

/**
 * Which private addresses may be called. `false`: none. `true`: all of them. A list: those it names by host name, address or
 * CIDR range. Nothing opens a forbidden address.
 */
export type PrivateReach = boolean | readonly string[];

export function addressRule(allowPrivate: PrivateReach): AddressRule {
  if (typeof allowPrivate === 'boolean') {
    return (_host, address) => {
      const kind = kindOfAddress(address);
      return kind === 'public' || (kind === 'private' && allowPrivate);
    };
  }
  const isRange = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0;
  const hosts = new Set(allowPrivate.filter((entry) => !isRange(entry)).map((entry) => entry.toLowerCase()));
  const ranges = blockListOf(
    allowPrivate
      .filter(isRange)
      .map((entry) => (entry.includes('/') ? entry : `${entry}/${isIP(entry) === 6 ? 128 : 32}`)),
  );
  return (host, address) => {
    const kind = kindOfAddress(address);
    if (kind === 'public') return true;
    if (kind === 'forbidden') return false;
    if (hosts.has(host.toLowerCase())) return true;
    const bare = address.replace(/%.*$/, '');
    return ranges.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
  };
}
