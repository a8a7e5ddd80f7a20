import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { corpusPath } from '@margay/kit/testing';
import type { SimpleDetection } from '@margay/model';
import * as z from 'zod';

const list = z.array(z.unknown()).optional();
const line = z.object({
  ruleId: z.string(),
  testName: z.string(),
  expectedResult: z.boolean(),
  event: z.record(z.string(), z.unknown()),
  suspect: z.string().optional(),
  simpleDetection: z.object({
    Detection: z.array(z.unknown()),
    InlineFilters: list,
    AlertTitle: z.string().optional(),
    AlertContext: list,
    GroupBy: list,
    DynamicSeverities: list,
  }),
});

export interface SimpleCase {
  ruleId: string;
  testName: string;
  expectedResult: boolean;
  event: Record<string, unknown>;
  simple: SimpleDetection;
  inlineFilters: unknown[];
  /** Why the case cannot be right. */
  suspect?: string;
}

/** The public unit tests of simple detections; undefined where there is no corpus. */
export function simpleCases(): SimpleCase[] | undefined {
  const path = corpusPath('simple-detection-tests.jsonl.gz');
  if (path === undefined) return undefined;
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  return lines.map((text) => {
    const { simpleDetection: yaml, ...about } = line.parse(JSON.parse(text));
    const simple = {
      detection: yaml.Detection,
      alertTitle: yaml.AlertTitle,
      alertContext: yaml.AlertContext,
      groupBy: yaml.GroupBy,
      dynamicSeverities: yaml.DynamicSeverities,
    };
    return { ...about, simple, inlineFilters: yaml.InlineFilters ?? [] };
  });
}
