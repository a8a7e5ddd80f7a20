import { silentLogger } from '@margay/kit';
import { createRowEncoder, openLake } from '@margay/lake';
import { compileSchema, createNormalizer } from '@margay/normalize';
import { shapeOf } from '@margay/schema';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { claimDataFolder } from '../../apps/server/src/data-folder/claim-folder.ts';
import { seededRandom } from '../../e2e/support/random.ts';
import { shippedSchema } from '../../e2e/support/shipped-schema.ts';
import { cloudTrailLines } from './cloudtrail-events.ts';

/** A token that one event of all has. */
export const needle = 'needleinahaystack7';
const linesPerInsert = 20_000;
const dayMs = 86_400_000;

type LinesOf = (count: number, seed: number, endsAt: Date) => string[];

const connections: LinesOf = (count, seed, endsAt) => {
  const random = seededRandom(seed);
  const upTo = (max: number) => Math.floor(random() * max);
  return Array.from({ length: count }, () =>
    JSON.stringify({
      ts: endsAt.getTime() / 1000 - upTo(3600),
      uid: `C${upTo(2 ** 31).toString(36)}${upTo(2 ** 31).toString(36)}`,
      'id.orig_h': `10.2.${upTo(16)}.${upTo(250)}`,
      'id.orig_p': 1024 + upTo(60_000),
      'id.resp_h': `203.0.113.${upTo(250)}`,
      'id.resp_p': [443, 80, 53, 22, 25][upTo(5)],
      proto: random() < 0.8 ? 'tcp' : 'udp',
      service: ['ssl', 'http', 'dns', 'ssh', 'smtp'][upTo(5)],
      duration: upTo(90_000) / 1000,
      orig_bytes: upTo(100_000),
      resp_bytes: upTo(4_000_000),
      conn_state: ['SF', 'S0', 'REJ', 'RSTO'][upTo(4)],
      missed_bytes: 0,
      history: 'ShADadFf',
      orig_pkts: upTo(90),
      resp_pkts: upTo(900),
    }),
  );
};

const flows: LinesOf = (count, seed, endsAt) => {
  const random = seededRandom(seed);
  const upTo = (max: number) => Math.floor(random() * max);
  const now = Math.floor(endsAt.getTime() / 1000);
  return Array.from({ length: count }, () => {
    const at = now - upTo(3600);
    const port = [443, 80, 53, 22, 5432][upTo(5)];
    const action = random() < 0.9 ? 'ACCEPT' : 'REJECT';
    return `2 123456789012 eni-${upTo(400).toString(16).padStart(17, '0')} 10.0.${upTo(16)}.${upTo(250)} 198.51.100.${upTo(250)} ${1024 + upTo(60_000)} ${port} 6 ${upTo(90)} ${upTo(90_000)} ${at} ${at + 60} ${action} OK`;
  });
};

/** Each with its share of all events. */
const kinds: { logType: string; file: string; share: number; lines: LinesOf }[] = [
  { logType: 'AWS.CloudTrail', file: 'aws/cloudtrail.yml', share: 0.4, lines: cloudTrailLines },
  { logType: 'Zeek.Conn', file: 'zeek/conn.yml', share: 0.4, lines: connections },
  { logType: 'AWS.VPCFlow', file: 'aws/vpc-flow.yml', share: 0.2, lines: flows },
];

/**
 * Fills a new data folder with events of three log types over the last six days, and writes the same lines to
 * `raw.ndjson` beside it. A folder that is filled already stays as it is: `loaded.json` says so.
 */
export async function loadThreeLogTypes(
  folder: string,
  eventCount: number,
  report: (text: string) => void,
): Promise<{ dataDir: string; rawFile: string }> {
  const dataDir = join(folder, 'data');
  const rawFile = join(folder, 'raw.ndjson');
  const mark = join(folder, 'loaded.json');
  const known = await readFile(mark, 'utf8').catch(() => undefined);
  if (known !== undefined) {
    if ((JSON.parse(known) as { eventCount: number }).eventCount !== eventCount)
      throw new Error(`${folder} holds another number of events; empty it or name another folder`);
    return { dataDir, rawFile };
  }
  // A server takes it over afterwards.
  const claimed = await claimDataFolder(dataDir, { migrations: [] });
  await claimed.take();
  await claimed.release();
  const lake = await openLake({ dataDir }, { logger: silentLogger });
  const raw = createWriteStream(rawFile);
  let batch = 0;
  for (const { logType, file, share, lines } of kinds) {
    const schema = await shippedSchema(file);
    const layout = await lake.ensureTable('panther_logs', shapeOf(schema, 1));
    const source = { id: 'bench', label: 'bench', logTypes: [logType] };
    const normalizer = createNormalizer({ schemas: [compileSchema(schema, 1)], source });
    const wanted = Math.round(eventCount * share);
    for (let done = 0; done < wanted; done += linesPerInsert) {
      const count = Math.min(linesPerInsert, wanted - done);
      const endsAt = new Date(Date.now() - (6 * dayMs * (wanted - done)) / wanted);
      const texts = lines(count, ++batch, endsAt);
      if (logType === 'AWS.CloudTrail' && done === 0)
        texts[7] = (texts[7] ?? '').replace('"eventVersion":"1.09"', `"eventVersion":"${needle} 1.09"`);
      if (!raw.write(`${texts.join('\n')}\n`)) await once(raw, 'drain');
      const batchId = batch.toString(16).padStart(8, '0').padEnd(32, '0');
      const { events } = normalizer.normalize(
        texts.map((text) => ({ text })),
        { batchId, parseTime: endsAt },
      );
      if (events.length !== count)
        throw new Error(`${count - events.length} lines of ${logType} did not parse`);
      const encoder = createRowEncoder(layout);
      for (const event of events) encoder.append(event);
      await lake.insert(layout, encoder.take(), { token: batchId });
    }
    report(`${wanted} events of ${logType} stored`);
  }
  raw.end();
  await finished(raw);
  await lake.close();
  await writeFile(mark, JSON.stringify({ eventCount }));
  return { dataDir, rawFile };
}
