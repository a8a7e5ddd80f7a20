import { json } from './json.ts';
import { junit } from './junit.ts';
import type { TestReport } from './report.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';

/** Every report, in alphabetical order. */
export const reports: readonly TestReport[] = [json, junit, sarif, text];
