import { callerNetwork } from '../../api/caller-network.ts';

/**
 * What failures are counted of. `free` may fail without waiting; `ends` says that a success forgets them all, where
 * otherwise it takes back itself only, so that nobody's own sign-in pays for guesses at others.
 */
export const brakePolicies = {
  /** One account from one network: a person who mistypes, or the usual guesser. */
  pair: { free: 5, longestSeconds: 15 * 60, ends: true },
  /** One account from a browser that signed in to it before; strangers' guesses do not count here. */
  device: { free: 5, longestSeconds: 15 * 60, ends: true },
  /** The old password of somebody who is signed in. */
  change: { free: 5, longestSeconds: 15 * 60, ends: true },
  /** Codes of a second factor, from one browser or network: whoever gets here knows the password. */
  code: { free: 5, longestSeconds: 15 * 60, ends: true },
  /** Codes for one account from everywhere: three of a million are right at any time. */
  codes: { free: 20, longestSeconds: 5 * 60, ends: false },
  /** Codes for a forgotten password, from one network. */
  reset: { free: 5, longestSeconds: 15 * 60, ends: true },
  /** The same for one account from everywhere. */
  resets: { free: 20, longestSeconds: 5 * 60, ends: false },
  /** Mails with such codes for one account: nobody's mailbox is filled. */
  forgot: { free: 3, longestSeconds: 15 * 60, ends: false },
  /** One address, whatever the accounts. IPv6 hands out a /64 like one address. */
  address: { free: 50, longestSeconds: 5 * 60, ends: false },
  /** Its neighbours: what one customer of a provider can have. */
  network: { free: 200, longestSeconds: 60, ends: false },
  /** One account from browsers that nobody knows, whatever their addresses. Short, because its owner waits too. */
  account: { free: 20, longestSeconds: 60, ends: false },
} as const;

export interface BrakeSubject {
  kind: keyof typeof brakePolicies;
  value: string;
}

/** `device` is the id of a browser that this account knows. */
export function subjectsOfSignIn(account: string, ip: string, device: string | undefined): BrakeSubject[] {
  if (device !== undefined) return [{ kind: 'device', value: device }];
  const address = callerNetwork(ip, 'address');
  return [
    { kind: 'pair', value: `${address} ${account}` },
    { kind: 'address', value: address },
    { kind: 'network', value: callerNetwork(ip, 'network') },
    { kind: 'account', value: account },
  ];
}

/** `device` is the id of a browser that this account knows. */
export function subjectsOfCode(userId: string, ip: string, device: string | undefined): BrakeSubject[] {
  return [
    { kind: 'code', value: device ?? `${callerNetwork(ip, 'address')} ${userId}` },
    { kind: 'codes', value: userId },
  ];
}

/** Somebody asks for a code to be mailed. */
export function subjectsOfForgot(account: string, ip: string): BrakeSubject[] {
  return [
    { kind: 'forgot', value: account },
    { kind: 'address', value: callerNetwork(ip, 'address') },
    { kind: 'network', value: callerNetwork(ip, 'network') },
  ];
}

/** Somebody enters such a code. */
export function subjectsOfReset(account: string, ip: string): BrakeSubject[] {
  const address = callerNetwork(ip, 'address');
  return [
    { kind: 'reset', value: `${address} ${account}` },
    { kind: 'resets', value: account },
    { kind: 'address', value: address },
    { kind: 'network', value: callerNetwork(ip, 'network') },
  ];
}
