import {
  formatIpAddress,
  isInNetwork,
  parseIpAddress,
  unmappedIp,
  type IpAddress,
  type IpNetwork,
  type Logger,
} from '@margay/kit';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './http-parts.ts';
import { forCaller } from './request-trace.ts';

/** What a request says of its way here. */
export interface Route {
  /** Address of the other end of the connection. */
  peer: string | undefined;
  forwardedFor: string | undefined;
  forwardedProto: string | undefined;
}

const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d{1,5}|\[([^[\]]+)\](?::\d{1,5})?)$/;

/** `1.2.3.4`, `1.2.3.4:5678`, `::1`, `[::1]`, `[::1]:5678`, with or without a zone; undefined for anything else. */
function addressOf(text: string): IpAddress | undefined {
  const [, ipv4, ipv6] = withPort.exec(text) ?? [];
  const address = parseIpAddress(ipv4 ?? ipv6 ?? text);
  return address && unmappedIp(address);
}

/**
 * The sender's address: the nearest one on the way here that is no trusted proxy. Each proxy adds at the right the
 * address it was called from, so what a stranger wrote into the header stands at the left and is never reached. What
 * an untrusted peer says is not read at all.
 */
export function readRoute(
  route: Route,
  trustedProxies: readonly IpNetwork[],
): { ip: string; isSecure: boolean; isTrustedPeer: boolean } {
  const isTrusted = (address: IpAddress) => trustedProxies.some((network) => isInNetwork(address, network));
  const peer = route.peer === undefined ? undefined : addressOf(route.peer);
  if (peer === undefined) return { ip: 'unknown', isSecure: false, isTrustedPeer: false };
  if (!isTrusted(peer)) return { ip: formatIpAddress(peer), isSecure: false, isTrustedPeer: false };
  let sender = peer;
  for (const hop of (route.forwardedFor ?? '').split(',').toReversed()) {
    const address = addressOf(hop.trim());
    if (address === undefined) break;
    sender = address;
    if (!isTrusted(address)) break;
  }
  const protocol = route.forwardedProto?.split(',').at(-1)?.trim().toLowerCase();
  return { ip: formatIpAddress(sender), isSecure: protocol === 'https', isTrustedPeer: true };
}

const mostHops = 20;

/** The addresses of `X-Forwarded-For`, as far as they are some. */
function hopsOf(forwardedFor = ''): string[] {
  const addresses = forwardedFor.split(',', mostHops).map((hop) => addressOf(hop.trim()));
  return addresses.filter((address) => address !== undefined).map(formatIpAddress);
}

/** Finds out once for each request who sent it; everything that wants to know asks `callerOf`. */
export function identifyCaller(
  trustedProxies: readonly IpNetwork[],
  logger: Logger,
): MiddlewareHandler<ApiEnv> {
  let hasWarned = false;
  return async (c, next) => {
    const forwardedFor = c.req.header('x-forwarded-for');
    const { ip, isSecure, isTrustedPeer } = readRoute(
      {
        peer: c.env?.incoming?.socket?.remoteAddress,
        forwardedFor,
        forwardedProto: c.req.header('x-forwarded-proto'),
      },
      trustedProxies,
    );
    if (forwardedFor !== undefined && !isTrustedPeer && !hasWarned) {
      hasWarned = true;
      logger.warn(
        { peer: ip },
        'X-Forwarded-For was ignored: its sender is not in MARGAY_TRUSTED_PROXIES. If it is your reverse proxy, name it there; else all people behind it count as one. This is said once.',
      );
    }
    const caller = {
      ip,
      isSecure,
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
      forwardedFor: isTrustedPeer ? hopsOf(forwardedFor) : [],
    };
    c.set('caller', caller);
    await forCaller(caller, next);
    // Only for who came by HTTPS: a browser that came without would not find the way back.
    if (isSecure) c.header('Strict-Transport-Security', 'max-age=31536000');
  };
}
