import {
  formatIpAddress,
  isInNetwork,
  networkAddressOf,
  parseIpAddress,
  unmappedIp,
  type IpNetwork,
} from '@margay/kit';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An open connection. */
interface Seat {
  socket: Socket;
  /** The machine: an IPv4 address, or the 64 bits of an IPv6 one, which are one line's. */
  address: string;
  network: string;
  /** A trusted proxy has connections of many people, and looks after those itself. */
  isTrusted: boolean;
  /** When what it does now began, in milliseconds. */
  since: number;
  request?: IncomingMessage;
  hasAnswered: boolean;
}

type Doing = 'asking' | 'resting' | 'answered';

/** A request takes no longer to arrive where nobody dawdles. */
const quickMs = 1_000;
const leastWanted: Record<Doing, number> = { asking: 0, resting: 1, answered: 2 };

/**
 * Gives a seat to whoever connects. Where all are taken, somebody leaves: first those whose request does not come to its
 * end, of the network and then the address that has the most of them; then those of whoever has the most connections. So
 * one client, however many requests it leaves half open, takes seats from itself.
 */
export function keepSeats(server: Server, seats: number, trustedProxies: readonly IpNetwork[]): void {
  const taken = new Map<Socket, Seat>();

  server.on('connection', (socket: Socket) => {
    if (taken.size >= seats) for (const seat of leaving([...taken.values()], Date.now())) dismiss(seat);
    taken.set(socket, seatOf(socket, trustedProxies));
    socket.once('close', () => taken.delete(socket));
  });
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const seat = taken.get(request.socket);
    if (seat === undefined) return;
    seat.request = request;
    seat.since = Date.now();
    reply.once('close', () => {
      if (seat.request !== request) return;
      delete seat.request;
      seat.hasAnswered = true;
      seat.since = Date.now();
    });
  });

  function dismiss({ socket }: Seat): void {
    taken.delete(socket);
    socket.destroy();
  }
}

function seatOf(socket: Socket, trustedProxies: readonly IpNetwork[]): Seat {
  const given = parseIpAddress(socket.remoteAddress ?? '');
  const ip = given && unmappedIp(given);
  const isIpv4 = ip?.length === 2;
  const within = (bits: number) =>
    ip === undefined ? 'unknown' : formatIpAddress(networkAddressOf(ip, bits));
  return {
    socket,
    address: within(isIpv4 ? 32 : 64),
    network: within(isIpv4 ? 24 : 48),
    isTrusted: ip !== undefined && trustedProxies.some((network) => isInNetwork(ip, network)),
    since: Date.now(),
    hasAnswered: false,
  };
}

function doingOf({ request, hasAnswered }: Seat): Doing {
  if (request === undefined) return hasAnswered ? 'resting' : 'asking';
  return request.complete ? 'answered' : 'asking';
}

/** Those who leave: several at once of who has many, since looking for them costs a look at all. */
function leaving(all: readonly Seat[], now: number): Seat[] {
  const strangers = all.filter(({ isTrusted }) => !isTrusted);
  const known = strangers.length > 0 ? strangers : all;
  const dawdling = known.filter((seat) => doingOf(seat) === 'asking' && now - seat.since >= quickMs);
  const crowd = mostOf(mostOf(dawdling.length > 0 ? dawdling : known, 'network'), 'address');
  const ranked = crowd.toSorted(
    (one, other) => leastWanted[doingOf(one)] - leastWanted[doingOf(other)] || one.since - other.since,
  );
  const [first] = ranked;
  const alike = ranked.filter((seat) => first !== undefined && doingOf(seat) === doingOf(first));
  return alike.slice(0, Math.max(1, Math.floor(alike.length / 10)));
}

/** The seats of those that have the most of them. */
function mostOf(seats: readonly Seat[], by: 'network' | 'address'): Seat[] {
  const groups = Map.groupBy(seats, (seat) => seat[by]);
  const most = Math.max(...[...groups.values()].map(({ length }) => length));
  return seats.filter((seat) => groups.get(seat[by])?.length === most);
}
