import type { EventObject } from '@margay/model';
import { testLane } from '@margay/lake/testing';
import { inLane } from '@margay/lake';
import { corpusPath } from '@margay/kit/testing';
import { createCandidateCounter, createSlices, readWindow, startRebuilder } from '@margay/replay';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoredEvents, type StoredEvents } from './testing.ts';

const custom = `schema: Custom.Odd
fields:
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
  - { name: id, type: bigint }
  - { name: list, type: array, element: { type: string } }
  - { name: user, type: object, fields: [{ name: name, type: string }] }
  - { name: any, type: json }
`;
const s3 = (n: number) =>
  `79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be bucket-${n} [06/Feb/2026:00:0${n % 10}:38 +0000] 192.0.2.${n} 79a59df9 3E57427F3EXAMPLE REST.GET.OBJECT key/${n} "GET /bucket?x=${n} HTTP/1.1" 200 - 113 - 7 - "-" "S3Console/0.4, \\"quoted\\"" - host= SigV4 TLS_X AuthHeader bucket.s3.amazonaws.com TLSv1.2`;
const cloudTrail = (n: number) =>
  JSON.stringify({
    eventVersion: '1.08',
    eventID: `id-${n}`,
    eventTime: `2026-02-06T00:00:${String(n % 60).padStart(2, '0')}Z`,
    eventSource: 's3.amazonaws.com',
    eventName: 'GetObject',
    eventType: 'AwsApiCall',
    requestID: `r-${n}`,
    awsRegion: 'us-east-1',
    sourceIPAddress: `192.0.2.${n % 250}`,
    userIdentity: { type: 'IAMUser', arn: `arn:aws:iam::123456789012:user/u${n}`, accountId: '123456789012' },
    requestParameters: n % 2 ? { b: [], a: { deep: null, x: 1.5 }, n: 9_007_199_254_740_000 + n } : null,
    resources: n % 3 ? [] : [{ ARN: 'arn:aws:s3:::x', type: 'AWS::S3::Bucket' }],
    recipientAccountId: '123456789012',
    somethingNew: { n },
  });
const odd = [
  '{"id":9223372036854775807,"list":[],"user":{},"any":{"z":1,"a":[{}],"big":12345678901234567890},"at":"2026-02-06T00:00:01Z"}',
  '{"any":null,"user":{"name":"ü\\u0000 \\ud800"},"list":["a",""],"id":"17","at":"2026-02-06T00:00:01.123456789Z"}',
  '{"any":"text","id":0,"extra":true}',
];
const vpc = [
  'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status',
  '2 123456789010 eni-1235b8ca123456789 172.31.16.139 172.31.16.21 20641 22 6 20 4249 1767225600 1767225660 ACCEPT OK',
  '2 123456789010 eni-1235b8ca123456789 - - - - - - - 1767225601 1767225661 - NODATA',
];

let stored: StoredEvents;

beforeAll(async () => {
  const managed = ['AWS.CloudTrail', 'AWS.S3ServerAccess', 'AWS.VPCFlow', 'Nginx.Access', 'Okta.SystemLog'];
  stored = await openStoredEvents(managed, [custom]);
});
afterAll(() => stored.remove());

/** Every stored event of a log type as a replay gives it to the rule. */
async function replayed(logType: string): Promise<string[]> {
  const layout = stored.lake.layout('panther_logs', logType.toLowerCase().replaceAll('.', '_'));
  if (layout === undefined) throw new Error(`${logType} has no table`);
  const rebuilder = startRebuilder({ schemas: stored.schemas, enrichment: [] });
  const [from, to] = [new Date(0), new Date('2100-01-01')];
  const window = { layout, logType, from, to, parsedBefore: to, events: new Map<number, number>() };
  const slices = createSlices(window);
  const candidates = createCandidateCounter(inLane(stored.lake, testLane), from, slices);
  const texts: string[] = [];
  const { signal } = new AbortController();
  const counting = { slices, tell: candidates.tell, ask: () => candidates.ask(window, signal) };
  const deps = {
    lake: inLane(stored.lake, testLane),
    rebuilder,
    counting,
    firstPageRows: 7,
    pageBytes: 50_000,
  };
  for await (const page of readWindow(deps, window, signal)) texts.push(...page.texts);
  await rebuilder.close();
  return texts;
}

const byRowId = (texts: readonly string[]) => texts.toSorted((a, b) => rowIdOf(a).localeCompare(rowIdOf(b)));
const rowIdOf = (text: string) => String((JSON.parse(text) as EventObject)['p_row_id']);

const lines = (name: string, most: number): string[] => {
  const path = corpusPath(`logs/${name}`);
  return path === undefined
    ? []
    : gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n').slice(0, most);
};

describe('an event of a replay', () => {
  it.each([
    ['AWS.CloudTrail', [...Array(40).keys()].map(cloudTrail)],
    ['AWS.S3ServerAccess', [...Array(40).keys()].map(s3)],
    ['Custom.Odd', odd],
  ])('is, byte for byte, what the rules saw live: %s', async (logType, entries) => {
    const live = await stored.store(logType, entries);
    expect(live).toHaveLength(entries.length);
    expect(byRowId(await replayed(logType))).toEqual(byRowId(live));
  });

  it('has all its values where the header line of its file is gone', async () => {
    const live = await stored.store('AWS.VPCFlow', vpc);
    expect(live).toHaveLength(2);
    const values = (texts: readonly string[]) => byRowId(texts).map((text) => JSON.parse(text) as unknown);
    expect(values(await replayed('AWS.VPCFlow'))).toEqual(values(live));
  });

  it.skipIf(corpusPath('logs/nginx-access.log.gz') === undefined)(
    'is what the rules saw of real logs (skipped: no corpus)',
    async () => {
      for (const [logType, file] of [
        ['Nginx.Access', 'nginx-access.log.gz'],
        ['Okta.SystemLog', 'okta-systemlog-synthetic.ndjson.gz'],
        ['AWS.CloudTrail', 'cloudtrail-invictus.ndjson.gz'],
      ] as const) {
        const before = logType === 'AWS.CloudTrail' ? await replayed(logType) : [];
        const live = await stored.store(logType, lines(file, 300));
        expect(live.length).toBeGreaterThan(20);
        expect(byRowId(await replayed(logType))).toEqual(byRowId([...before, ...live]));
      }
    },
  );
});
