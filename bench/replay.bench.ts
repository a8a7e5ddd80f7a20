import { createDetectEngine } from '@margay/detect';
import { pythonRule } from '@margay/detect/testing';
import { inLane } from '@margay/lake';
import { silentLogger } from '@margay/kit';
import { createRowEncoder, openLake, type Lake } from '@margay/lake';
import { compileSchema, createNormalizer } from '@margay/normalize';
import { type ReplayContent, replayRule } from '@margay/replay';
import { readSchema, shapeOf } from '@margay/schema';
import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloudTrailLines } from './support/cloudtrail-events.ts';
import { defineBenchmark, median } from './support/figure.ts';

/** `MARGAY_TEST_REPLAY_EVENTS` takes fewer on a small machine. */
const eventCount = Number(process.env['MARGAY_TEST_REPLAY_EVENTS'] ?? 1_000_000);
const eventsPerInsert = 20_000;
const rounds = 3;
const logType = 'AWS.CloudTrail';

/** A rule as somebody edits it: two conditions on fields, one on a nested one, and a text test. */
const body = `WATCHED = {"LookupEvents", "StopLogging", "DeleteTrail", "UpdateTrail"}


def rule(event):
    if event.get("eventSource") != "cloudtrail.amazonaws.com":
        return False
    if event.get("eventName") not in WATCHED or event.get("errorCode"):
        return False
    return event.deep_get("userIdentity", "sessionContext", "sessionIssuer", "userName", default="").startswith("c")


def title(event):
    return f"Trail searched by {event.deep_get('userIdentity', 'arn')}"


def dedup(event):
    return event.deep_get("userIdentity", "sessionContext", "sessionIssuer", "arn")
`;

const python = `
import json, sys, time

class Event(dict):
    def deep_get(self, *keys, default=None):
        value = self
        for key in keys:
            if not isinstance(value, dict):
                return default
            value = value.get(key)
            if value is None:
                return default
        return value

space = {}
exec(compile(sys.argv[2], "rule.py", "exec"), space)
rule, title, dedup = space["rule"], space["title"], space["dedup"]
started = time.perf_counter()
matches = 0
with open(sys.argv[1], "rb") as lines:
    for line in lines:
        event = Event(json.loads(line))
        if rule(event):
            matches += 1
            title(event)
            dedup(event)
print(json.dumps({"seconds": time.perf_counter() - started, "matches": matches}))
`;

/** The same lines into a file and, through schema and encoder, into the lake. */
async function storeEvents(
  lake: Lake,
  file: string,
  endsAt: Date,
  report: (text: string) => void,
): Promise<ReplayContent> {
  const spec = await readFile(new URL('../content/schemas/aws/cloudtrail.yml', import.meta.url), 'utf8');
  const { schema } = readSchema(spec, { owner: 'managed' });
  if (schema === undefined) throw new Error('the shipped CloudTrail schema is not valid');
  const layout = await lake.ensureTable('panther_logs', shapeOf(schema, 1));
  const source = { id: 'bench', label: 'bench', logTypes: [logType] };
  const normalizer = createNormalizer({ schemas: [compileSchema(schema, 1)], source });
  const lines = createWriteStream(file);
  for (let done = 0; done < eventCount; done += eventsPerInsert) {
    const texts = cloudTrailLines(Math.min(eventsPerInsert, eventCount - done), done + 1, endsAt);
    lines.write(`${texts.join('\n')}\n`);
    const batchId = (done / eventsPerInsert + 1).toString(16).padStart(8, '0').padEnd(32, '0');
    const { events } = normalizer.normalize(
      texts.map((text) => ({ text })),
      { batchId, parseTime: endsAt },
    );
    const encoder = createRowEncoder(layout);
    for (const event of events) encoder.append(event);
    await lake.insert(layout, encoder.take(), { token: batchId });
  }
  lines.end();
  await finished(lines);
  report(`${eventCount} events stored`);
  const rule = pythonRule('Bench.Edited', body, { logTypes: [logType] });
  return {
    rule,
    globals: [],
    dataModels: [],
    schemas: [{ logType, version: 1, spec, owner: 'managed' }],
    enrichment: [],
  };
}

function native(file: string): { seconds: number; matches: number } {
  const done = spawnSync('python3', ['-c', python, file, body], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`python3 failed: ${done.stderr || String(done.error)}`);
  return JSON.parse(done.stdout) as { seconds: number; matches: number };
}

export const benchmark = defineBenchmark({
  name: 'replay',
  description:
    'Replay of one edited rule over stored CloudTrail events, against native python3 over the same lines',
  async run(report) {
    const dataDir = await mkdtemp(join(tmpdir(), 'margay-bench-replay-'));
    const file = join(dataDir, 'events.ndjson');
    const lake = await openLake({ dataDir }, { logger: silentLogger });
    const engine = createDetectEngine({ workers: 1, cacheDir: join(dataDir, 'cache') });
    try {
      const endsAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
      const content = await storeEvents(lake, file, endsAt, report);
      const scope = {
        logTypes: [logType],
        from: new Date(endsAt.getTime() - 2 * 3_600_000),
        to: new Date(endsAt.getTime() + 1_000),
        parsedBefore: new Date(endsAt.getTime() + 1),
      };
      const ours = async (pushesDown: boolean, to = scope.to) => {
        const startedAt = performance.now();
        const signal = new AbortController().signal;
        const { counts } = await replayRule(
          content,
          { ...scope, to },
          {
            engine,
            lake: inLane(lake, { pool: 'scheduled', owner: 'bench' }),
            signal,
            pushesDown,
          },
        );
        return { seconds: (performance.now() - startedAt) / 1_000, ...counts };
      };
      const times = { ours: [] as number[], native: [] as number[] };
      let isCorrect = true;
      for (let round = 0; round < rounds; round++) {
        const a = await ours(true);
        const b = native(file);
        isCorrect &&= a.matches === b.matches && a.matches > 0 && a.totalEvents === eventCount;
        times.ours.push(a.seconds);
        times.native.push(b.seconds);
        report(
          `round ${round + 1}: ours ${a.seconds.toFixed(2)} s (${a.eventsRead} of ${a.totalEvents} events read, ${a.alerts} alerts), native ${b.seconds.toFixed(2)} s; ${a.matches} and ${b.matches} matches`,
        );
      }
      // Every event read and judged, over a share of the window: the same matches, and what choosing candidates saves.
      const share = new Date(endsAt.getTime() - 0.95 * 3_600_000);
      const whole = await ours(false, share);
      const chosen = await ours(true, share);
      isCorrect &&= whole.matches === chosen.matches && whole.eventsRead === whole.totalEvents;
      report(
        `${whole.totalEvents} events all read and judged: ${whole.seconds.toFixed(2)} s; chosen by the lake: ${chosen.seconds.toFixed(2)} s; ${whole.matches} and ${chosen.matches} matches`,
      );
      const ratio = median(times.native) / median(times.ours);
      return [
        {
          name: 'replay: native CPython ÷ ours',
          unit: 's',
          ours: median(times.ours),
          peer: median(times.native),
          ratio,
          floor: 5,
          aim: 50,
          better: 'higher',
          isCorrect,
          note: `${eventCount} events; ${whole.totalEvents} of them all read and judged: ${whole.seconds.toFixed(1)} s, chosen by the lake ${chosen.seconds.toFixed(1)} s`,
        },
      ];
    } finally {
      await engine.close();
      await lake.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});
