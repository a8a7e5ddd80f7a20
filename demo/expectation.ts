import { invalidInput } from '@margay/kit';
import { severities, type Severity } from '@margay/model';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';

const Pattern = z.string().transform((text, context) => {
  try {
    return new RegExp(text, 'u');
  } catch {
    context.addIssue({ code: 'custom', message: `"${text}" is no regular expression` });
    return z.NEVER;
  }
});
const Count = z.number().int().min(1);

const ExpectedAlert = z.strictObject({
  detection: z.string(),
  severity: z.enum(severities),
  title: Pattern,
  dedup: Pattern.optional(),
  alerts: Count,
  /** Absent: at least one. */
  matches: Count.optional(),
});
export type ExpectedAlert = z.infer<typeof ExpectedAlert>;

const Limit = z.number().int().min(0);
const ExpectationYaml = z.strictObject({
  alerts: z.array(ExpectedAlert).min(1),
  signals: z.array(z.strictObject({ detection: z.string(), matches: Count })).default([]),
  noise: z.strictObject({ INFO: Limit, LOW: Limit, MEDIUM: Limit, HIGH: Limit, CRITICAL: Limit }),
});
/** What a story must raise: the content of its `expected.yml`. */
export type Expectation = z.infer<typeof ExpectationYaml>;

/** Throws invalid-input naming the scenario and the field. */
export function readExpectation(scenarioId: string): Expectation {
  const file = `scenarios/${scenarioId}/expected.yml`;
  const value: unknown = parse(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'));
  const parsed = ExpectationYaml.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw invalidInput(`demo/${file} cannot be read. ${issues.join('; ')}. Mend these fields.`);
}

/** An alert as far as a story says something about it. */
export interface RaisedAlert {
  detectionId: string;
  severity: Severity;
  title: string;
  dedupString: string;
  matchCount: number;
}

/** What differs between what a story must raise and what was raised, in words; nothing when all is well. */
export function compareAlerts(
  expectation: Expectation,
  alerts: readonly RaisedAlert[],
  signalCounts: ReadonlyMap<string, number>,
): string[] {
  const differences: string[] = [];
  const rest = new Set(alerts);
  for (const expected of expectation.alerts) {
    const found = alerts.filter((alert) => isExpected(alert, expected));
    for (const alert of found) rest.delete(alert);
    const matches = found.reduce((sum, alert) => sum + alert.matchCount, 0);
    if (found.length !== expected.alerts) {
      differences.push(`${expected.detection}: ${found.length} alerts instead of ${expected.alerts}`);
    } else if (expected.matches !== undefined && matches !== expected.matches) {
      differences.push(`${expected.detection}: ${matches} matches instead of ${expected.matches}`);
    }
  }
  for (const { detection, matches } of expectation.signals) {
    const count = signalCounts.get(detection) ?? 0;
    if (count !== matches) differences.push(`${detection}: ${count} signals instead of ${matches}`);
  }
  for (const severity of severities) {
    const noise = [...rest].filter((alert) => alert.severity === severity);
    const titles = noise.slice(0, 5).map(({ detectionId, title }) => `${detectionId} "${title}"`);
    if (noise.length > expectation.noise[severity]) {
      differences.push(`${noise.length} further ${severity} alerts: ${titles.join(', ')}`);
    }
  }
  return differences;
}

function isExpected(alert: RaisedAlert, expected: ExpectedAlert): boolean {
  return (
    alert.detectionId === expected.detection &&
    alert.severity === expected.severity &&
    expected.title.test(alert.title) &&
    (expected.dedup === undefined || expected.dedup.test(alert.dedupString))
  );
}
