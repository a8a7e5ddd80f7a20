import { createDetectEngine, type DetectEngine } from '@margay/detect';
import type { PythonRule } from '@margay/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateSql } from '../candidates/condition-sql.ts';
import { pageSql } from '../events/window-sql.ts';
import { openStoredEvents, startTestEngine, testRule, contentOfRule, type StoredEvents } from '../testing.ts';
import { replayRule } from './replay-rule.ts';

const spec = (name: string) => `schema: ${name}
fields:
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
  - { name: name, type: string }
  - { name: Kind, type: string }
  - { name: count, type: int }
  - { name: size, type: bigint }
  - { name: ratio, type: float }
  - { name: isOpen, type: boolean }
  - { name: tags, type: array, element: { type: string } }
  - { name: any, type: json }
  - name: user
    type: object
    fields:
      - { name: id, type: string }
      - { name: home, type: object, fields: [{ name: city, type: string }] }
`;
const logTypes = ['Custom.One', 'Custom.Two'];

let stored: StoredEvents;
let engine: DetectEngine;
/** The events as the rules saw them, by log type. */
const live = new Map<string, string[]>();

/** Numbers in [0, 1) that are the same each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function events(seed: number, count: number): string[] {
  const next = random(seed);
  const pick = (...values: unknown[]) => values[Math.floor(next() * values.length)];
  const start = Date.parse('2026-02-06T00:00:00Z');
  return Array.from({ length: count }, () => {
    const at = new Date(start + Math.floor(next() * 7_200_000)).toISOString();
    const fields: Record<string, unknown> = {
      at,
      name: pick('ana', 'bob', '', 'Ana', "o'hara \\ \n", undefined),
      Kind: pick('login', 'logout', undefined),
      count: pick(0, 1, 2, -1, undefined),
      size: pick(0, 5, '5', 9_007_199_254_740_991, undefined),
      ratio: pick(0, 0.5, 1, undefined),
      isOpen: pick(true, false, undefined),
      tags: pick([], ['a'], ['a', 'b'], undefined),
      any: pick({ x: 'ana' }, 'ana', 1, [], undefined),
      user: pick({ id: 'u1' }, { id: 'u2', home: { city: 'Bern' } }, {}, { home: {} }, undefined),
      NAME: pick('ana', undefined, undefined, undefined),
      zz: pick(1, undefined),
    };
    return JSON.stringify(fields);
  });
}

/** Rules put together from what people compare. */
function rules(seed: number, count: number): string[] {
  const next = random(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const leaves = [
    'event.get("name") == "ana"',
    'event.get("NAME") != "ana"',
    'event.get("kind") in ("login", "x")',
    'event.get("Kind") not in {"login"}',
    'event.get("kind") is None',
    'event.get("count") == 1',
    'event.get("count") != True',
    'event.get("count", 2) in [0, 2]',
    'event.get("size") == 5',
    'event.get("size") == "5"',
    'event.get("size") != 5',
    'event.get("ratio") == 1',
    'event.get("isOpen") == True',
    'event.get("isOpen") is False',
    'bool(event.get("isOpen"))',
    'bool(event.get("tags"))',
    'not event.get("tags")',
    'event.get("name", "").startswith("a")',
    'event.get("name", "").endswith("\\n")',
    '"ar" in event.get("name", "")',
    '"a" in event.get("tags", [])',
    'event.get("any") == "ana"',
    'event.deep_get("any", "x") == "ana"',
    'event.deep_get("user", "id") == "u1"',
    'event.deep_get("user", "home", "city", default="Bern") == "Bern"',
    'event.deep_get("user", "id") is not None',
    'event.get("user") is None',
    'event.get("zz") == 1',
    'event.get("p_source_label", "").endswith("One")',
    'event.get("p_log_type") == "Custom.One"',
    'event.get("missing") is None',
    'event["name"] == "bob"',
    'event["count"] > 0',
    'event.udm("nothing") == "ana"',
  ];
  const term = (): string => {
    const kind = next();
    if (kind < 0.6) return pick(leaves);
    if (kind < 0.7) return `not (${term()})`;
    return `(${term()} ${pick(['and', 'or'])} ${term()})`;
  };
  return Array.from({ length: count }, () => {
    const first =
      next() < 0.5 ? `    if ${term()}:\n        return ${pick(['False', 'True', term()])}\n` : '';
    return `def rule(event):\n${first}    return ${term()}\n\ndef dedup(event):\n    return str(event.get("name"))\n`;
  });
}

beforeAll(async () => {
  stored = await openStoredEvents([], logTypes.map(spec));
  engine = startTestEngine();
  for (const [index, logType] of logTypes.entries())
    live.set(logType, await stored.store(logType, events(index + 1, 200)));
});
afterAll(async () => {
  await engine.close();
  await stored.remove();
});

/** Every rule on every event, without any filter. */
async function evaluateAll(rules: PythonRule[], logType: string, json: Uint8Array, count: number) {
  const plain = createDetectEngine({ workers: 1, prefilter: false });
  await plain.load({ revision: 1, rules, globals: [], dataModels: [] });
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
  const rule = testRule(body, { logTypes });
  const { counts, alerts, errors, slices, isLimited } = await replayRule(
    contentOfRule(rule, stored.schemas),
    scope,
    { engine, lake: stored.lake, signal, ...options },
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
    const bodies = rules(7, 200);
    const batch = bodies.map((body, index) => testRule(body, { id: `Test.${index}`, logTypes }));
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
        const { rows } = await stored.lake.query(pageSql(window, undefined, 1_000, ['p_row_id']));
        const chosen = new Set(rows.map(([rowId]) => rowId));
        spared += texts.length - chosen.size;
        for (const { eventIndex } of found)
          expect(chosen.has(rowIds[eventIndex]), `${rule.body}\n${texts[eventIndex]}\n${condition.sql}`).toBe(
            true,
          );
      }
    }
    expect(spared).toBeGreaterThan(10_000);
    expect(spoken).toBeGreaterThan(10_000);
  }, 180_000);

  it('finds what one that reads everything finds, whatever the size of its pages', async () => {
    let spared = 0;
    for (const body of rules(11, 4)) {
      const whole = await outcome(body, { pushesDown: false, firstPageRows: 1_000 });
      const chosen = await outcome(body, { pushesDown: true, firstPageRows: 60, pageBytes: 5_000 });
      expect(chosen.result, body).toEqual(whole.result);
      expect(whole.eventsRead).toBe(400);
      spared += 400 - chosen.eventsRead;
    }
    expect(spared).toBeGreaterThan(0);
  }, 180_000);

  it('reads only the rows a plain comparison leaves', async () => {
    const body = 'def rule(event):\n    return event.get("kind") == "login" and event.get("count") == 2\n';
    const { eventsRead, result } = await outcome(body, { pushesDown: true, firstPageRows: 100 });
    expect(result.matches).toBeGreaterThan(0);
    expect(eventsRead).toBe(result.matches);
    expect(result.eventsProcessed).toBe(400);
  });
});
