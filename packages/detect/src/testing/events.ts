import type { DetectionContent, PythonRule } from '@margay/model';
import type { DetectEngineOptions, EventBatch } from '../contract.ts';
import { testCacheDir } from './cache-dir.ts';

/** Short budgets, so that tests of runaway rules end soon. */
export const quickOptions: DetectEngineOptions = {
  workers: 1,
  cacheDir: testCacheDir,
  deadlines: {
    baseMs: 700,
    perEventMs: 5,
    capMs: 4000,
    eventMs: 600,
    graceMs: 600,
    loadMs: 6000,
    testMs: 1500,
  },
};

export function contentOf(rules: PythonRule[], changes: Partial<DetectionContent> = {}): DetectionContent {
  return { revision: 1, rules, globals: [], dataModels: [], ...changes };
}

export function batchOf(events: unknown[], logType = 'AWS.CloudTrail'): EventBatch {
  return { logType, json: new TextEncoder().encode(JSON.stringify(events)), count: events.length };
}

/** The same batch as the pipeline gives it, which knows where each event begins. */
export function withStarts(batch: EventBatch): EventBatch {
  const events = JSON.parse(new TextDecoder().decode(batch.json)) as unknown[]; // by the contract
  return { ...batch, starts: startsOf(events) };
}

/** Where the events of the JSON array begin, and its length. */
export function startsOf(events: readonly unknown[]): Uint32Array {
  const starts = [1];
  for (const event of events) starts.push(starts.at(-1)! + Buffer.byteLength(JSON.stringify(event)) + 1);
  return Uint32Array.from(starts);
}
