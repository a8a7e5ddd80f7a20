import { ipVersionOf } from '@margay/kit';
import { hostOfAddress } from './hosts.ts';
import type { AddIndicator } from './indicator.ts';

/** Runs of characters that addresses are made of, letters beyond hexadecimal too, so that words are seen whole. */
const token = /[A-Za-z0-9_.:]*[.:][A-Za-z0-9_.:]+/g;

/** IP addresses anywhere in a text, with or without a port. */
export function addAddressesIn(text: string, add: AddIndicator): void {
  for (const [found] of text.matchAll(token)) {
    const candidate = found.replace(/[.:]+$/, (end) => (end === '::' ? end : ''));
    if (candidate.length < 3) continue;
    const address = ipVersionOf(candidate) === 0 ? hostOfAddress(candidate) : candidate;
    if (ipVersionOf(address) !== 0) add('p_any_ip_addresses', address);
  }
}
