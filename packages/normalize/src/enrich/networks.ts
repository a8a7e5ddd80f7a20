import { parseIpAddress, parseIpNetwork, unmappedIp, type IpAddress } from '@margay/kit';

/** The bounds between networks, sorted: from each one to the next, the row of the longest prefix holds. */
export interface NetworkRanges {
  /** Four words of 32 bits for each bound, the most significant first. */
  bounds: Uint32Array;
  /** Row from the bound on; -1 where no network holds. */
  rows: Int32Array;
}

/** A network in the one address space both families share: IPv4 lies where RFC 4291 maps it. */
export interface PlacedNetwork {
  first: bigint;
  prefix: number;
}

const mappedIpv4 = 0xffffn << 32n;
const ipv4Prefix = 96;

/** Undefined for text that is neither a network nor an address. */
export function placeNetwork(text: string): PlacedNetwork | undefined {
  const network = parseIpNetwork(text);
  if (network === undefined) return undefined;
  const prefix = network.prefix + (network.groups.length === 2 ? ipv4Prefix : 0);
  const behind = BigInt(128 - prefix);
  return { first: (placeOf(network.groups) >> behind) << behind, prefix };
}

function placeOf(groups: IpAddress): bigint {
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  return groups.length === 2 ? mappedIpv4 | value : value;
}

/** Networks may lie inside one another; the same network twice is the caller's to settle. */
export function rangesOf(networks: readonly (PlacedNetwork & { row: number })[]): NetworkRanges {
  const sorted = networks.toSorted((a, b) =>
    a.first === b.first ? a.prefix - b.prefix : a.first < b.first ? -1 : 1,
  );
  const found: { from: bigint; row: number }[] = [];
  const open: { last: bigint; row: number }[] = [];
  const bound = (from: bigint, row: number) => {
    if (found.at(-1)?.from === from) found.pop();
    if (found.at(-1)?.row !== row) found.push({ from, row });
  };
  const closeBefore = (first: bigint) => {
    for (let top = open.at(-1); top !== undefined && top.last < first; top = open.at(-1)) {
      open.pop();
      bound(top.last + 1n, open.at(-1)?.row ?? -1);
    }
  };
  for (const { first, prefix, row } of sorted) {
    closeBefore(first);
    open.push({ last: first | ((1n << BigInt(128 - prefix)) - 1n), row });
    bound(first, row);
  }
  closeBefore(1n << 128n);
  const bounds = new Uint32Array(found.length * 4);
  const rows = new Int32Array(found.length);
  for (const [at, { from, row }] of found.entries()) {
    rows[at] = row;
    for (let word = 0; word < 4; word++)
      bounds[at * 4 + word] = Number((from >> BigInt(96 - 32 * word)) & 0xffffffffn);
  }
  return { bounds, rows };
}

/** The row whose network holds the address, or -1. The value may carry a port: `192.0.2.1:80`, `[2001:db8::1]:80`. */
export function rowOfAddress({ bounds, rows }: NetworkRanges, value: string): number {
  const address = addressIn(value);
  if (address === undefined) return -1;
  const words = wordsOf(address);
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAtOrAfter(words, bounds, middle * 4)) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? -1 : (rows[low - 1] ?? -1);
}

function addressIn(value: string): IpAddress | undefined {
  const text = value.trim();
  const bare = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text);
  const address = parseIpAddress(bare?.[1] ?? bare?.[2] ?? text);
  return address && unmappedIp(address);
}

type Words = readonly [number, number, number, number];

function wordsOf(groups: IpAddress): Words {
  const word = (at: number) => (((groups[at] ?? 0) << 16) | (groups[at + 1] ?? 0)) >>> 0;
  return groups.length === 2 ? [0, 0, 0xffff, word(0)] : [word(0), word(2), word(4), word(6)];
}

function isAtOrAfter(words: Words, bounds: Uint32Array, at: number): boolean {
  for (let word = 0; word < 4; word++) {
    const bound = bounds[at + word] ?? 0;
    const own = words[word] ?? 0;
    if (own !== bound) return own > bound;
  }
  return true;
}
