import { ipVersionOf } from '@margay/kit';
import { domainToUnicode } from 'node:url';
import type { AddIndicator } from './indicator.ts';

/** A host is an IP address or, failing that, a domain name. */
export function addHost(host: string, add: AddIndicator): void {
  if (host === '') return;
  if (ipVersionOf(host) !== 0) add('p_any_ip_addresses', host);
  else addDomain(host, add);
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Domain names are kept readable: one in punycode is decoded. Dots and dashes alone stand for none. */
export function addDomain(domain: string, add: AddIndicator): void {
  if (!letterOrDigit.test(domain)) return;
  add('p_any_domain_names', domain.startsWith('xn--') ? domainToUnicode(domain) || domain : domain);
}

/** Without the port, and without the brackets of an IPv6 address. */
export function hostOfAddress(address: string): string {
  if (address.startsWith('[')) {
    const end = address.indexOf(']');
    return end < 0 ? address : address.slice(1, end);
  }
  const colon = address.indexOf(':');
  // Two colons and no brackets: a bare IPv6 address, whose last part is no port.
  if (colon < 0 || address.includes(':', colon + 1)) return address;
  return address.slice(0, colon);
}
