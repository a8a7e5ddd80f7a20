import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { corpusPath } from '@margay/kit/testing';
import type { EventBatch } from '../src/index.ts';

/** Real CloudTrail events as one batch. Ends the program where there is no log corpus. */
export function cloudTrailBatch(): EventBatch & { text: string } {
  const corpus = corpusPath('logs/cloudtrail-invictus.ndjson.gz');
  if (!corpus) {
    console.log('skipped: no corpus');
    process.exit(0);
  }
  const lines = gunzipSync(readFileSync(corpus)).toString('utf8').trim().split('\n').slice(0, 1000);
  const events = lines.map((line) => `{"p_log_type":"AWS.CloudTrail",${line.slice(1)}`);
  const text = `[${events.join(',')}]`;
  return { logType: 'AWS.CloudTrail', json: new TextEncoder().encode(text), count: events.length, text };
}

/** Events per second of the fastest of several runs: the machine is shared. */
export async function bestRate(count: number, run: () => Promise<unknown>): Promise<number> {
  let fastest = Infinity;
  for (let round = 0; round < 15; round++) {
    const startedAt = performance.now();
    await run();
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return (count / fastest) * 1000;
}
