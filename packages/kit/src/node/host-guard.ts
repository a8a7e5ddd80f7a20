import { lookup as lookupName } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { invalidInput, upstreamFailed } from '../errors.ts';
import { addressRule, type AddressRule, type PrivateReach } from './address-guard.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface HostGuardOptions {
  /** Which private and loopback addresses it calls beside public ones; a function is asked for each request. */
  allowPrivate: PrivateReach | (() => PrivateReach);
  lookup?: (host: string) => Promise<ResolvedAddress[]>;
}

/** Decides which hosts this installation connects to, whatever the protocol. */
export interface HostGuard {
  /**
   * Every address of the host, after each was checked; connect to these (see `pinnedLookup`) and ask no name server again.
   * Throws `OutgoingRequestRefused` where one of them is not allowed.
   */
  addressesOf(host: string): Promise<ResolvedAddress[]>;
}

const refused = (message: string) => invalidInput(message, { code: 'OutgoingRequestRefused' });

/** The rule as it is now; built anew only where what it is built of is another. */
function ruleOf(allowPrivate: HostGuardOptions['allowPrivate']): () => AddressRule {
  if (typeof allowPrivate !== 'function') {
    const rule = addressRule(allowPrivate);
    return () => rule;
  }
  let known: { of: PrivateReach; rule: AddressRule } | undefined;
  return () => {
    const of = allowPrivate();
    if (known?.of !== of) known = { of, rule: addressRule(of) };
    return known.rule;
  };
}

export function createHostGuard(options: HostGuardOptions): HostGuard {
  const ruleNow = ruleOf(options.allowPrivate);
  const canBeAllowed = addressRule(true);
  const lookup = options.lookup ?? ((host: string) => lookupName(host, { all: true }));
  return {
    async addressesOf(host) {
      const family = isIP(host);
      const addresses = family === 0 ? await lookup(host) : [{ address: host, family }];
      if (addresses.length === 0) throw upstreamFailed(`The host ${host} has no address. Check its name.`);
      const isAllowed = ruleNow();
      // One refused address refuses the name: a mix of public and private answers is an attack or a mistake.
      if (addresses.every(({ address }) => isAllowed(host, address))) return addresses;
      const isPrivate = addresses.every(({ address }) => canBeAllowed(host, address));
      throw refused(
        isPrivate
          ? `The host ${host} is a private or local address, and requests to it are not allowed. ` +
              'Use a public host, or have an administrator allow its network under General settings, Network.'
          : `The host ${host} is an address for cloud metadata, link-local or other reserved use. ` +
              'No setting allows requests to it; use another host.',
      );
    },
  };
}

/** Gives the connection the addresses that were checked, so that a second answer of the name server has no effect. */
export function pinnedLookup(addresses: ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) return callback(null, addresses);
    const first = addresses[0];
    if (first === undefined) return callback(new Error('no address'), '', 0);
    return callback(null, first.address, first.family);
  };
}
