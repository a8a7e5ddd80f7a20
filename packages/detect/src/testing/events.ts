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
