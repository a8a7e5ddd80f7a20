import { accounts, allHosts, type Host, hosts, scannerAddress, visitorAddress } from './cast.ts';
import type { Random } from './random.ts';
import { machineRhythm, type Span, spreadTimes } from './rhythm.ts';
import type { TimedLine } from './timed-line.ts';

/** The default format of version 2. Every file of flow logs begins with it. */
export const vpcFlowHeader =
  'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status';

export interface Flow {
  at: Date;
  /** The interface that recorded the flow. */
  host: Host;
  source: string;
  sourcePort: number;
  destination: string;
  destinationPort: number;
  packets: number;
  bytes: number;
  action?: 'ACCEPT' | 'REJECT';
  /** IANA number; 6 is TCP. */
  protocol?: number;
  seconds?: number;
}

/** One record as the vendor writes it to S3. */
export function vpcFlowLine(flow: Flow): TimedLine {
  const start = Math.floor(flow.at.getTime() / 1000);
  const line = [
    2,
    flow.host.account,
    flow.host.interfaceId,
    flow.source,
    flow.destination,
    flow.sourcePort,
    flow.destinationPort,
    flow.protocol ?? 6,
    flow.packets,
    flow.bytes,
    start,
    start + (flow.seconds ?? 60),
    flow.action ?? 'ACCEPT',
    'OK',
  ].join(' ');
  return { at: flow.at, line };
}

type Maker = (at: Date, random: Random) => TimedLine;

const sized = (packets: number, random: Random) => ({ packets, bytes: packets * random.int(60, 1400) });
const ephemeral = (random: Random) => random.int(32_768, 60_999);

const visit: Maker = (at, random) => {
  const host = random.pick(hosts.web);
  const visitor = { ip: visitorAddress(random.int(0, 5000)), port: ephemeral(random) };
  const isRequest = random.chance(0.5);
  return vpcFlowLine({
    at,
    host,
    source: isRequest ? visitor.ip : host.address,
    sourcePort: isRequest ? visitor.port : 443,
    destination: isRequest ? host.address : visitor.ip,
    destinationPort: isRequest ? 443 : visitor.port,
    ...sized(random.int(6, 400), random),
  });
};

const between =
  (from: readonly Host[], to: readonly Host[], port: number): Maker =>
  (at, random) => {
    const source = random.pick(from);
    const destination = random.pick(to);
    return vpcFlowLine({
      at,
      host: random.chance(0.5) ? source : destination,
      source: source.address,
      sourcePort: ephemeral(random),
      destination: destination.address,
      destinationPort: port,
      ...sized(random.int(4, 900), random),
    });
  };

/** Out to services on the internet: mail, payments, package mirrors. Never large. */
const outward: Maker = (at, random) => {
  const host = random.pick([...hosts.api, hosts.build, hosts.billing]);
  return vpcFlowLine({
    at,
    host,
    source: host.address,
    sourcePort: ephemeral(random),
    destination: `198.51.100.${random.int(221, 250)}`,
    destinationPort: 443,
    ...sized(random.int(6, 2000), random),
  });
};

const scan: Maker = (at, random) => {
  const host = random.pick(allHosts);
  return vpcFlowLine({
    at,
    host,
    source: scannerAddress(random.int(0, 500)),
    sourcePort: ephemeral(random),
    destination: host.address,
    destinationPort: random.pick([22, 23, 80, 445, 1433, 3389, 5900, 6379, 8080, 8443, 9200]),
    packets: 1,
    bytes: 40,
    action: 'REJECT',
    seconds: random.int(5, 60),
  });
};

/** A monitor that nobody corrected: one host, one port, all day. */
const misdirected: Maker = (at, random) =>
  vpcFlowLine({
    at,
    host: hosts.database,
    source: hosts.build.address,
    sourcePort: ephemeral(random),
    destination: hosts.database.address,
    destinationPort: 9100,
    packets: 2,
    bytes: 120,
    action: 'REJECT',
  });

const nameLookup: Maker = (at, random) => {
  const host = random.pick(allHosts);
  return vpcFlowLine({
    at,
    host,
    source: host.address,
    sourcePort: ephemeral(random),
    destination: '10.20.0.2',
    destinationPort: 53,
    protocol: 17,
    ...sized(random.int(1, 6), random),
  });
};

/** An interface nobody talked to in that minute. */
const silence: Maker = (at, random) => {
  const host = random.pick(allHosts);
  const start = Math.floor(at.getTime() / 1000);
  return {
    at,
    line: `2 ${accounts.production} ${host.interfaceId} - - - - - - - ${start} ${start + 60} - NODATA`,
  };
};

const mix = [
  { weight: 40, value: visit },
  { weight: 18, value: between(hosts.web, hosts.api, 8080) },
  { weight: 16, value: between(hosts.api, [hosts.database], 5432) },
  { weight: 8, value: outward },
  { weight: 8, value: scan },
  { weight: 6, value: nameLookup },
  { weight: 2, value: misdirected },
  { weight: 2, value: silence },
];

/** An ordinary day on the network. Raises no alert. */
export function vpcFlowNoise(count: number, span: Span, random: Random): TimedLine[] {
  return spreadTimes(count, span, random, machineRhythm).map((at) => random.weighted(mix)(at, random));
}
