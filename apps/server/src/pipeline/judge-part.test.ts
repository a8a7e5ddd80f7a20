import { createDetectEngine, type DetectEngine } from '@margay/detect';
import { testCacheDir } from '@margay/detect/testing';
import { openTemporaryLake, type TemporaryLake } from '@margay/lake/testing';
import { fullTrust, type PythonRule } from '@margay/model';
import { buildTableImage } from '@margay/normalize/enrich';
import { readSchema } from '@margay/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinFindings } from './join-findings.ts';
import { judgePart } from './judge-part.ts';
import type { ProcessingConfig } from './messages.ts';
import { buildProcessingConfig } from './processing-config.ts';
import { createProcessor } from './thread/process.ts';

const spec = `schema: Custom.Door
fields:
  - { name: door, type: string, required: true }
  - { name: user, type: string, indicators: [username] }
  - { name: weight, type: float }
  - { name: badge, type: bigint }
  - { name: more, type: json }
`;
const bodies = {
  Door: 'return event.get("door") == "vault"',
  Badge: 'return event.get("door") == "gate" and event.get("badge") == 9223372036854775807',
  Weight: 'return event.get("weight") in (57, 80)',
  Letters: 'return event.deep_get("more", "KIND") == "x"',
  Team: 'return event.deep_get("p_enrichment", "people", "user", "team") == "night"',
  Broken: 'return event.get("door") == "attic" and event["absent"] == 1',
  Paused: 'return event.get("door") == "vault"',
};
const rules = Object.entries(bodies).map(([id, line]): PythonRule => ({
  id,
  versionId: '1',
  trust: fullTrust,
  kind: 'RULE',
  body: `def rule(event):\n    ${line}`,
  logTypes: ['Custom.Door'],
  severity: 'LOW',
  displayName: id,
  description: '',
  runbook: '',
  reference: '',
  dedupPeriodMinutes: 60,
  threshold: 1,
  createAlert: true,
  tags: [],
  reports: {},
  outputIds: [],
  summaryAttributes: [],
}));
const lines = [
  '{"door":"front","user":"eve"}',
  '{"door":"vault","user":"eve"}',
  '{"door":"gate","badge":9223372036854775807}',
  '{"door":"front","badge":9223372036854775807}',
  '{"door":"front","weight":57.0}',
  '{"door":"front","weight":58.0}',
  '{"door":"front","more":{"kind":"x"}}',
  '{"door":"front","more":{"kind":"y"}}',
  '{"door":"attic","more":{"list":[]}}',
  '{"door":"front","user":"ada"}',
  'no json',
  '{"door":"vault","user":"ada"}',
];
const parseTime = new Date('2026-01-02T03:04:05Z');

describe('a part from which events are left out that no detection says anything about', () => {
  let temporary: TemporaryLake;
  let engine: DetectEngine;
  let config: ProcessingConfig;

  beforeAll(async () => {
    temporary = await openTemporaryLake();
    engine = createDetectEngine({ workers: 1, cacheDir: testCacheDir });
    const report = await engine.load({ revision: 1, rules, globals: [], dataModels: [] });
    expect(report.rejected).toEqual([]);
    engine.pause('Paused', 'it is slow');
    const { schema } = readSchema(spec, { owner: 'user' });
    if (schema === undefined) throw new Error('the test schema is not valid');
    const { image } = buildTableImage([{ key: 'ada', row: { name: 'ada', team: 'night' } }], 'text');
    const built = await buildProcessingConfig({
      lake: temporary.lake,
      sources: [],
      schemas: [{ name: schema.name, version: 1, spec, owner: 'user', schema }],
      ruledLogTypes: [schema.name],
      enrichment: [
        {
          name: 'people',
          image,
          logTypes: [{ logType: schema.name, selectors: ['user'] }],
          indicator: null,
        },
      ],
      revision: 1,
      failuresKey: new Uint8Array(32),
    });
    const source = { id: 's1', label: 'doors', logTypes: [schema.name] };
    config = { ...built.config, sources: [{ source, format: { type: 'Lines' } }] };
  });
  afterAll(async () => {
    await engine.close();
    await temporary.remove();
  });

  async function judge(given: readonly string[], isFiltered: boolean) {
    const processor = createProcessor();
    processor.configure(config);
    if (isFiltered) processor.filterEvents(engine.eventFilters());
    const piece = {
      batchId: '0'.repeat(32),
      sourceId: 's1',
      receivedAt: parseTime.getTime(),
      format: { type: 'Lines' as const },
      isLast: true,
      bytes: new TextEncoder().encode(given.join('\n')),
    };
    const processed = processor.process([piece], parseTime);
    const part = processed.logTypes[0]!;
    const evaluation = await judgePart(engine, part);
    const { matches, errors } = joinFindings(evaluation, part);
    const { considered, skipped } = evaluation;
    return {
      sent: part.eventStarts.length - 1,
      rows: part.rows,
      told: {
        count: part.count,
        rowRanges: part.rowRanges,
        considered,
        skipped,
        matches: matches.map(({ match, event }) => [match.ruleId, match.title, event]),
        errors: errors.map(({ error, event }) => [error.ruleId, error.error, event]),
        balance: processed.balance,
      },
    };
  }

  it('has the same rows, and the detections say and count the same', async () => {
    const whole = await judge(lines, false);
    const filtered = await judge(lines, true);
    expect([whole.sent, filtered.sent]).toEqual([11, 7]);
    expect(filtered.told).toEqual(whole.told);
    expect(Buffer.from(filtered.rows.bytes).equals(Buffer.from(whole.rows.bytes))).toBe(true);
    expect(whole.told.matches.map(([rule]) => rule)).toEqual(
      expect.arrayContaining(['Door', 'Badge', 'Weight', 'Letters', 'Team']),
    );
    expect(whole.told.errors.map(([rule]) => rule)).toEqual(['Broken']);
    expect(whole.told.considered).toContainEqual({ ruleId: 'Door', events: 11 });
    expect(whole.told.skipped).toMatchObject([{ ruleId: 'Paused', reason: 'paused', events: 11 }]);
  });

  it('may have none left to judge, and counts them all the same', async () => {
    const dull = ['{"door":"front"}', '{"door":"back"}'];
    const filtered = await judge(dull, true);
    expect(filtered.sent).toBe(0);
    expect(filtered.told).toEqual((await judge(dull, false)).told);
    expect(filtered.told.considered).toContainEqual({ ruleId: 'Door', events: 2 });
  });
});
