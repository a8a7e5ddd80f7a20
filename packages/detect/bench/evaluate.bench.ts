import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDetectEngine } from '../src/index.ts';
import { cloudTrailRules } from '../src/testing/cloudtrail-rules.ts';
import { bestRate, cloudTrailBatch } from './cloudtrail.ts';

/**
 * Rules on real CloudTrail events: ours (one worker, from bytes to matches) against the same rule functions in the
 * system's Python on plain dictionaries. Prints events per second and the ratios. Needs the log corpus.
 */
const { text, ...batch } = cloudTrailBatch();

async function ours(rules: number, prefilter: boolean): Promise<number> {
  const engine = createDetectEngine({
    workers: 1,
    prefilter,
    cacheDir: path.join(tmpdir(), 'margay-detect-bench'),
  });
  await engine.load({ revision: 1, rules: cloudTrailRules(rules), globals: [], dataModels: [] });
  const result = await engine.evaluate(batch);
  const rate = await bestRate(batch.count, () => engine.evaluate(batch));
  console.log(
    `margay, ${rules} rules, prefilter ${prefilter}: ${Math.round(rate)} events/s, ${result.matches.length} matches`,
  );
  await engine.close();
  return rate;
}

const native = `
import json, sys, time, types
data = json.load(sys.stdin)
modules = []
for number, body in enumerate(data['rules']):
    module = types.ModuleType(f'rule_{number}')
    exec(compile(body, module.__name__, 'exec'), module.__dict__)
    modules.append(module)
def run():
    events, matches = json.loads(data['text']), 0
    for event in events:
        for module in modules:
            if module.rule(event):
                matches += 1
                module.title(event), module.dedup(event), module.alert_context(event)
    return matches
times = []
for _ in range(9):
    started = time.perf_counter()
    matches = run()
    times.append(time.perf_counter() - started)
print(json.dumps({'seconds': min(times), 'matches': matches}))
`;

function nativePython(rules: number): number {
  const input = JSON.stringify({ rules: cloudTrailRules(rules).map((rule) => rule.body), text });
  const run = spawnSync('python3', ['-c', native], { input, maxBuffer: 64 * 1024 * 1024 });
  const { seconds, matches } = JSON.parse(run.stdout.toString('utf8')) as {
    seconds: number;
    matches: number;
  }; // printed above
  const rate = batch.count / seconds;
  console.log(`python3, ${rules} rules: ${Math.round(rate)} events/s, ${matches} matches`);
  return rate;
}

console.log(`${batch.count} events, ${batch.json.length} bytes`);
const reference = nativePython(100);
const plain = await ours(100, false);
const hundred = await ours(100, true);
const thousand = await ours(1000, true);
console.log(
  `100 rules against native: ${(hundred / reference).toFixed(2)} (without prefilter ${(plain / reference).toFixed(2)})`,
);
console.log(`1,000 rules against 100: ${(thousand / hundred).toFixed(2)}`);
