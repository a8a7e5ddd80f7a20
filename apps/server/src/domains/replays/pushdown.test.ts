import { createDetectEngine, type DetectEngine } from '@margay/detect';
import { pushOrLong } from '@margay/kit/testing';
import { testLane } from '@margay/lake/testing';
import { inLane } from '@margay/lake';
import { pythonRule, testCacheDir } from '@margay/detect/testing';
import type { PythonRule } from '@margay/model';
import { candidateSql, pageSql } from '@margay/query';
import { reducedCells, reducedPage, reducedReads, replayRule } from '@margay/replay';
import { contentOfRule } from '@margay/replay/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedEvents, generatedLogTypes, generatedRules, generatedSpec } from './testing-generated.ts';
import { openStoredEvents, startTestEngine, type StoredEvents } from './testing.ts';

let stored: StoredEvents;
let engine: DetectEngine;
/** The events as the rules saw them, by log type. */
const live = new Map<string, string[]>();
const logTypes = generatedLogTypes;
const ruleCount = pushOrLong(60, 200);
/** Of what chance brings, so many times as much as rules. */
const times = (factor: number) => factor * ruleCount;

beforeAll(async () => {
  stored = await openStoredEvents([], logTypes.map(generatedSpec));
  engine = startTestEngine();
  for (const [index, logType] of logTypes.entries())
    live.set(logType, await stored.store(logType, generatedEvents(index + 1, 200)));
});
afterAll(async () => {
  await engine.close();
  await stored.remove();
});

/** Without any filter. */
async function plainEngine(rules: PythonRule[]): Promise<DetectEngine> {
  const plain = createDetectEngine({ workers: 1, cacheDir: testCacheDir, prefilter: false });
  await plain.load({ revision: 1, rules, globals: [], dataModels: [] });
  return plain;
}

/** Every rule on every event. */
async function evaluateAll(rules: PythonRule[], logType: string, json: Uint8Array, count: number) {
  const plain = await plainEngine(rules);
  const evaluation = await plain.evaluate({ logType, json, count });
  await plain.close();
  return evaluation;
}

const scope = {
  logTypes,
  from: new Date('2026-02-06T00:00:00Z'),
  to: new Date('2026-02-06T03:00:00Z'),
  parsedBefore: new Date('2100-01-01'),
};

async function outcome(
  body: string,
  options: { pushesDown: boolean; firstPageRows: number; pageBytes?: number },
) {
  const signal = new AbortController().signal;
  const rule = pythonRule('Test.Rule', body, { logTypes });
  const { counts, alerts, errors, slices, isLimited } = await replayRule(
    contentOfRule(rule, stored.schemas),
    scope,
    { engine, lake: inLane(stored.lake, testLane), signal, ...options },
  );
  const { eventsRead, matches, errors: errorCount, eventsProcessed } = counts;
  const perSlice = slices.map((slice) => [slice.events, slice.matches, slice.alerts]);
  return {
    eventsRead,
    result: { matches, errorCount, eventsProcessed, alerts, errors, perSlice, isLimited },
  };
}

describe('a replay that lets the lake choose candidates', () => {
  it('leaves out no event a rule says anything about', async () => {
    const bodies = generatedRules(7, ruleCount);
    const batch = bodies.map((body, index) => pythonRule(`Test.${index}`, body, { logTypes }));
    await engine.load({ revision: 0, rules: batch, globals: [], dataModels: [] });
    let spared = 0;
    let spoken = 0;
    for (const logType of logTypes) {
      const texts = live.get(logType) ?? [];
      const json = new TextEncoder().encode(`[${texts.join(',')}]`);
      const { matches, errors } = await evaluateAll(batch, logType, json, texts.length);
      const rowIds = texts.map((text) => (JSON.parse(text) as { p_row_id: string }).p_row_id);
      const layout = stored.lake.layout('panther_logs', logType.toLowerCase().replace('.', '_'))!;
      for (const rule of batch) {
        const condition = candidateSql(engine.candidates(rule.id, logType), layout);
        const found = [...matches, ...errors].filter(({ ruleId }) => ruleId === rule.id);
        spoken += found.length;
        if (condition === undefined) continue;
        const window = { ...scope, layout, logType, candidates: condition };
        const { rows } = await inLane(stored.lake, testLane).query(
          pageSql(window, undefined, 1_000, { columns: ['p_row_id'] }),
        );
        const chosen = new Set(rows.map(([rowId]) => rowId));
        spared += texts.length - chosen.size;
        for (const { eventIndex } of found)
          expect(chosen.has(rowIds[eventIndex]), `${rule.body}\n${texts[eventIndex]}\n${condition.sql}`).toBe(
            true,
          );
      }
    }
    expect(spared).toBeGreaterThan(times(50));
    expect(spoken).toBeGreaterThan(times(50));
  }, 300_000);

  it('says the same of events with nothing but the fields a rule looks at', async () => {
    const batch = generatedRules(5, ruleCount).map((body, index) =>
      pythonRule(`Test.${index}`, body, { logTypes }),
    );
    await engine.load({ revision: 0, rules: batch, globals: [], dataModels: [] });
    const plain = await plainEngine(batch);
    let compared = 0;
    let lacking = 0;
    for (const logType of logTypes) {
      const texts = live.get(logType) ?? [];
      const textOf = new Map(
        texts.map((text) => [(JSON.parse(text) as { p_row_id: string }).p_row_id, text]),
      );
      const layout = stored.lake.layout('panther_logs', logType.toLowerCase().replace('.', '_'))!;
      for (const rule of batch) {
        const fields = engine.reads(rule.id);
        const reads = fields && reducedReads(fields, layout);
        if (reads === undefined) continue;
        const window = { ...scope, layout, logType };
        const { sql, params } = pageSql(window, undefined, 1_000, reducedCells(reads));
        const { rows } = await inLane(stored.lake, testLane).query({ sql, params });
        const page = reducedPage({ columns: [], rows, bytes: 0 }, reads, logType);
        const reduced = page.texts.flatMap((text, index) =>
          text === '' ? [] : [{ text, whole: textOf.get(page.rowIds[index] ?? '') ?? '' }],
        );
        lacking += rows.length - reduced.length;
        compared += reduced.length;
        const said = async (own: string[]) => {
          const json = new TextEncoder().encode(`[${own.join(',')}]`);
          const selection = [{ ruleId: rule.id, events: Uint32Array.from(own.keys()) }];
          const { matches, errors } = await plain.evaluate({ logType, json, count: own.length, selection });
          return { matches, errors };
        };
        expect(await said(reduced.map(({ text }) => text)), rule.body).toEqual(
          await said(reduced.map(({ whole }) => whole)),
        );
      }
    }
    await plain.close();
    expect(compared).toBeGreaterThan(times(25));
    expect(lacking).toBeGreaterThan(times(5));
  }, 300_000);

  it('finds what one that reads everything finds, whatever the size of its pages', async () => {
    let spared = 0;
    for (const body of generatedRules(11, 8)) {
      const whole = await outcome(body, { pushesDown: false, firstPageRows: 1_000 });
      const chosen = await outcome(body, { pushesDown: true, firstPageRows: 60, pageBytes: 5_000 });
      expect(chosen.result, body).toEqual(whole.result);
      expect(whole.eventsRead).toBe(400);
      spared += whole.eventsRead - chosen.eventsRead;
    }
    expect(spared).toBeGreaterThan(0);
  }, 300_000);

  it('reads only the rows a plain comparison leaves', async () => {
    const body = 'def rule(event):\n    return event.get("kind") == "login" and event.get("count") == 2\n';
    const { eventsRead, result } = await outcome(body, { pushesDown: true, firstPageRows: 100 });
    expect(result.matches).toBeGreaterThan(0);
    expect(eventsRead).toBe(result.matches);
    expect(result.eventsProcessed).toBe(400);
  });
});
