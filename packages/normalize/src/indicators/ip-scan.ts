import { ipVersionOf } from '@margay/kit';
import { hostOfAddress } from './hosts.ts';
import type { AddIndicator } from './indicator.ts';

/** Runs of characters that addresses are made of, letters beyond hexadecimal too, so that words are seen whole. */
const run = /[A-Za-z0-9_.:]+/g;
/** The longest address has 45 characters, and as many again have a zone, a port and the full stops behind it. */
const longest = 100;

/** IP addresses anywhere in a text, with or without a port. */
export function addAddressesIn(text: string, add: AddIndicator): void {
  for (const [found] of text.matchAll(run)) {
    if (found.length > longest || !/[.:]/.test(found)) continue;
    const candidate = found.replace(/[.:]+$/, (end) => (end === '::' ? end : ''));
    if (candidate.length < 3) continue;
    const address = ipVersionOf(candidate) === 0 ? hostOfAddress(candidate) : candidate;
    if (ipVersionOf(address) !== 0) add('p_any_ip_addresses', address);
  }
}
