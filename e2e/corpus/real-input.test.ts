import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { corpusPath } from '@margay/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, querySql } from '../support/lake.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendBody } from '../support/source.ts';
import { families, type CorpusFile, type Family } from './families.ts';

const hasCorpus = corpusPath('logs') !== undefined;
/** Rows of a batch begin with its id; failures of framing share the first 22 characters only. */
const sharedLength = 22;

interface Sent {
  file: CorpusFile;
  entries: number;
  rowPrefix: string;
}

let server: TestServer;
const report: { file: string; sent: number; stored: number; failed: number }[] = [];
beforeAll(async () => {
  if (hasCorpus) server = await startTestServer();
});
afterAll(async () => {
  if (!hasCorpus) return;
  console.table(report);
  await server.stop();
});

/** Entries of a body, counted without any code of the product. */
function countEntries(body: Buffer, { streamType, streamOptions, isHeader }: Family): number {
  const text = gunzipSync(body).toString('utf8');
  if (streamType === 'JsonArray') {
    const document = JSON.parse(text) as Record<string, unknown[]>; // a list in the envelope, or the test fails
    return document[String(streamOptions?.['jsonArrayEnvelopeField'])]?.length ?? -1;
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line, number) => isHeader?.(line, number) !== true).length;
}

/** The records that stand under a key of each row. */
function unwrapped(packed: Buffer, key: string): Buffer {
  const rows = gunzipSync(packed).toString('utf8').trim().split('\n');
  const records = rows.map((row) => JSON.stringify((JSON.parse(row) as Record<string, unknown>)[key])); // an object a line
  return gzipSync(records.join('\n'));
}

async function sendFile(sourceId: string, family: Family, file: CorpusFile): Promise<Sent> {
  const path = corpusPath(`logs/${file.name}`);
  if (path === undefined) throw new Error(`the corpus has no file ${file.name}`);
  const packed = await readFile(path);
  const body = file.unwrap === undefined ? packed : unwrapped(packed, file.unwrap);
  const reply = await sendBody(server, sourceId, body, { 'content-encoding': 'gzip' });
  expect(reply.status, file.name).toBe(200);
  const batchId = reply.headers.get('x-batch-id') ?? '';
  return { file, entries: countEntries(body, family), rowPrefix: batchId.slice(0, sharedLength) };
}

/** Rows of a source by the batch they came with. */
async function rowsByBatch(table: string, sourceId: string): Promise<Map<string, number>> {
  const rows = await querySql(
    server,
    `select substr(p_row_id, 1, ${sharedLength}) as batch, count(*) as n from ${table} where p_source_id = '${sourceId}' group by 1`,
  );
  return new Map(rows.map(({ batch, n }) => [String(batch), Number(n)]));
}

async function storedByBatch(family: Family, sourceId: string): Promise<Map<string, number>> {
  const sum = new Map<string, number>();
  for (const logType of family.logTypes) {
    const table = `panther_logs.public.${logType.toLowerCase().replaceAll('.', '_')}`;
    for (const [batch, count] of await rowsByBatch(table, sourceId)) {
      sum.set(batch, (sum.get(batch) ?? 0) + count);
    }
  }
  return sum;
}

describe.skipIf(!hasCorpus)(
  'every entry of real logs is an event or a kept failure (no corpus: skipped)',
  () => {
    it.each(families.map((family) => [family.label, family] as const))(
      '%s',
      { timeout: 300_000 },
      async (_label, family) => {
        const { label, logTypes, streamType, streamOptions } = family;
        const sourceId = await createHttpSource(server, label, [...logTypes], streamType, streamOptions);
        const sent: Sent[] = [];
        for (const file of family.files) sent.push(await sendFile(sourceId, family, file));
        const total = sent.reduce((sum, { entries }) => sum + entries, 0);
        const balance = await eventually(
          () => balanceOf(server, sourceId),
          ({ received, inFlight }) => received >= total && inFlight === 0,
          120_000,
        );
        const stored = await storedByBatch(family, sourceId);
        const failed = await rowsByBatch('panther_monitor.public.classification_failures', sourceId);
        const found = sent.map(({ file, entries, rowPrefix }) => ({
          file: file.name,
          sent: entries,
          stored: stored.get(rowPrefix) ?? 0,
          failed: failed.get(rowPrefix) ?? 0,
        }));
        report.push(...found);
        expect(found).toEqual(
          sent.map(({ file, entries }) => {
            const failures = file.failed?.[0] ?? 0;
            return { file: file.name, sent: entries, stored: entries - failures, failed: failures };
          }),
        );
        const failures = found.reduce((sum, row) => sum + row.failed, 0);
        expect(balance).toEqual({
          received: total,
          stored: total - failures,
          duplicate: 0,
          failed: failures,
          inFlight: 0,
        });
      },
    );
  },
);
