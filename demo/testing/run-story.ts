import { detectionFactsOf, type Finding, findingEventOf, planAlerts } from '@margay/alert';
import { createDetectEngine } from '@margay/detect';
import { readContent, readContentFolder, textOfContentProblem } from '@margay/detect/content';
import { stringifyJson } from '@margay/kit';
import { type DetectionContent, fullTrust, type NormalizedEvent, type PythonRule } from '@margay/model';
import { compileSchema, createNormalizer } from '@margay/normalize';
import { readSchema, type LogSchema } from '@margay/schema';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RaisedAlert } from '../expectation.ts';
import type { Story, StorySource } from '../story.ts';

const content = fileURLToPath(new URL('../../content/', import.meta.url));

/** The schemas that ship with the product, for these log types. */
function shippedSchemas(logTypes: readonly string[]) {
  const folder = join(content, 'schemas');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yml'),
  );
  return files.flatMap((file) => {
    const { schema } = readSchema(readFileSync(join(folder, file), 'utf8'), { owner: 'managed' });
    return schema !== undefined && logTypes.includes(schema.name) ? [schema] : [];
  });
}

export interface NormalizedSource {
  source: StorySource;
  events: NormalizedEvent[];
  /** Lines no schema accepted, and fields no schema knows. */
  faults: string[];
}

/** Sends the lines of a source through its schema, as ingestion does. */
export function normalizeSource(source: StorySource, parseTime: Date): NormalizedSource {
  const { id, label, logTypes } = source;
  const schemas = shippedSchemas(logTypes);
  const normalizerOf = (list: readonly LogSchema[]) =>
    createNormalizer({
      schemas: list.map((schema) => compileSchema(schema)),
      source: { id, label, logTypes },
    });
  const entries = source.lines.map((text) => ({ text }));
  const batch = normalizerOf(schemas).normalize(entries, { batchId: id, parseTime });
  const faults = batch.failures.map(({ error, payload }) => `${error}: ${payload.slice(0, 300)}`);
  const curious = normalizerOf(schemas.map((schema) => ({ ...schema, fieldDiscoveryEnabled: true })));
  const { discovered } = curious.normalize(entries, { batchId: id, parseTime });
  for (const [logType, fields] of Object.entries(discovered)) {
    const unknown = fields.filter(({ parents }) => parents.length === 0).map(({ key }) => key);
    if (unknown.length > 0) faults.push(`unknown fields of ${logType}: ${unknown.join(', ')}`);
  }
  return { source, events: batch.events, faults };
}

/** The detections, helpers and data models that ship with the product. Throws when one cannot be read. */
export async function shippedDetections(): Promise<DetectionContent> {
  const folders = ['detections', 'helpers', 'models'];
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readContentFolder(join(content, folder))).files.map(({ path, text }) => ({
        path: `${folder}/${path}`,
        text,
      })),
    ),
  );
  const { items, problems } = readContent(files.flat());
  if (problems.length > 0) throw new Error(problems.map(textOfContentProblem).join('\n'));
  const own = { versionId: '1', trust: fullTrust };
  return {
    revision: 1,
    rules: items.flatMap((item) => (item.kind === 'rule' && item.enabled ? [{ ...item.rule, ...own }] : [])),
    globals: items.flatMap((item) => (item.kind === 'global' ? [{ ...item.module, ...own }] : [])),
    dataModels: items.flatMap((item) => (item.kind === 'datamodel' ? [{ ...item.model, ...own }] : [])),
  };
}

export interface StoryFindings {
  /** Matches of detections that make alerts, in order of event time. */
  findings: Finding[];
  /** Matches of each detection, signal-only ones too. */
  matchCounts: Map<string, number>;
  errors: string[];
}

const batchSize = 2000;

/** Runs all shipped detections over all events of a story. */
export async function detectStory(
  story: Story,
  sources: readonly NormalizedSource[],
): Promise<StoryFindings> {
  const detections = await shippedDetections();
  const engine = createDetectEngine({ workers: 1 });
  try {
    const report = await engine.load(detections);
    const errors = report.rejected.map(({ id, error }) => `${id}: ${error}`);
    const findings: Finding[] = [];
    const matchCounts = new Map<string, number>();
    const ruleOf = new Map(detections.rules.map((rule) => [rule.id, rule]));
    for (const { source, events } of sources) {
      for (let from = 0; from < events.length; from += batchSize) {
        const part = events.slice(from, from + batchSize);
        const json = new TextEncoder().encode(stringifyJson(part.map(({ event }) => event)));
        const logType = source.logTypes[0] ?? '';
        const evaluation = await engine.evaluate({ logType, json, count: part.length });
        errors.push(...evaluation.errors.map(({ ruleId, error }) => `${ruleId}: ${error}`));
        for (const match of evaluation.matches) {
          const rule = ruleOf.get(match.ruleId);
          const normalized = part[match.eventIndex];
          if (rule === undefined || normalized === undefined) continue;
          errors.push(
            ...(match.functionErrors ?? []).map(({ name, error }) => `${rule.id}: ${name}() ${error}`),
          );
          matchCounts.set(rule.id, (matchCounts.get(rule.id) ?? 0) + 1);
          findings.push(findingOf(rule, match, normalized, story));
        }
      }
    }
    findings.sort((a, b) => timeOf(a) - timeOf(b));
    return { findings, matchCounts, errors };
  } finally {
    await engine.close();
  }
}

function findingOf(
  rule: PythonRule,
  texts: Extract<Finding, { kind: 'match' }>['texts'],
  { event }: NormalizedEvent,
  story: Story,
): Finding {
  return {
    kind: 'match',
    detection: detectionFactsOf(rule),
    at: story.endsAt,
    event: findingEventOf(event),
    texts,
  };
}

const timeOf = (finding: Finding) => finding.event?.eventTime?.getTime() ?? 0;

/**
 * Groups findings into alerts. `processed` says when they were processed: all at once, as when a story is loaded into
 * a fresh server, or each at the time of its event, as when it had happened live.
 */
export function raiseAlerts(findings: readonly Finding[], processed: 'at-once' | 'live'): RaisedAlert[] {
  const timed =
    processed === 'at-once'
      ? findings
      : findings.map((finding) => ({ ...finding, at: new Date(timeOf(finding)) }));
  let count = 0;
  const plan = planAlerts(timed, { windows: [], rates: [] }, { newAlertId: () => `alert-${++count}` });
  return plan.created.map(({ opening, dedupString, progress }) => ({
    detectionId: opening.detection.id,
    severity: opening.texts.severity,
    title: opening.texts.title,
    dedupString,
    matchCount: progress.eventCount,
  }));
}
