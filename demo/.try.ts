import { loadScenario } from './scenarios.ts';
import { normalizeSource, detectStory, raiseAlerts } from './testing/run-story.ts';
const t0 = performance.now();
const s = (await loadScenario('stolen-key')).buildStory({
  endsAt: new Date('2026-03-04T17:00:00Z'),
  seed: 20260304,
  noisePerHour: Number(process.argv[2] ?? 850),
});
const t1 = performance.now();
const src = s.sources.map((x) => normalizeSource(x, s.endsAt));
const t2 = performance.now();
const d = await detectStory(s, src);
const t3 = performance.now();
console.log(s.sources.map((x) => [x.id, x.lines.length, x.lines.reduce((a, l) => a + l.length + 1, 0)]));
console.log('build', t1 - t0, 'normalize', t2 - t1, 'detect', t3 - t2);
for (const a of raiseAlerts(d.findings, 'live'))
  console.log(a.severity.padEnd(9), a.detectionId.padEnd(50), a.matchCount, a.title);
console.log(d.matchCounts);
for (const x of s.sources) console.log(x.lines.slice(100, 102).join('\n'));
