import { isIP } from 'node:net';

/** What a passkey is bound to: the name of the host, and the address whose pages may ask for it. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** The console as passkeys see it, or why browsers make none there. */
export type PasskeySite = { party: RelyingParty } | { unavailable: string };

const isLoopbackName = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/**
 * By the address the installation is configured with, never by what a request says of itself: a request could name the host
 * of somebody else.
 */
export function passkeySiteOf(consoleUrl: string): PasskeySite {
  const { protocol, hostname, origin } = new URL(consoleUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return {
      unavailable: `Browsers make no passkeys for an address like ${hostname}. Give this installation a host name and set MARGAY_URL to it.`,
    };
  if (protocol !== 'https:' && !isLoopbackName(hostname))
    return {
      unavailable: `Browsers make passkeys over https only. Serve ${hostname} by https and set MARGAY_URL to that address.`,
    };
  return { party: { id: hostname, origin } };
}
