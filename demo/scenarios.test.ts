import { ofEachClass } from '@margay/kit/testing';
import { describe, expect, it } from 'vitest';
import { compareAlerts, readExpectation } from './expectation.ts';
import { listScenarios, loadScenario } from './scenarios.ts';
import { batchesOf, defaultNoisePerHour, type Story } from './story.ts';
import { detectStory, normalizeSource, raiseAlerts } from './testing/run-story.ts';

// A Wednesday afternoon. The time base is a parameter, so no clock is read.
const options = {
  endsAt: new Date('2026-03-04T17:00:00Z'),
  seed: 20260304,
  noisePerHour: defaultNoisePerHour,
};

/** A whole day through every detection: seconds on an idle machine, minutes on a busy one. */
const wholeDayMs = 300_000;

function lineCount(story: Story): number {
  return story.sources.reduce((sum, source) => sum + source.lines.length - source.headerLineCount, 0);
}

it('refuses an unknown scenario and names the known ones', async () => {
  await expect(loadScenario('no-such-story')).rejects.toThrow(/stolen-key/);
});

describe.each(listScenarios())('the story %s', (id) => {
  it('carries the id of its folder', async () => {
    expect((await loadScenario(id)).id).toBe(id);
  });

  it('is the same for the same seed and another one for another', async () => {
    const scenario = await loadScenario(id);
    const story = scenario.buildStory({ ...options, noisePerHour: 50 });
    expect(scenario.buildStory({ ...options, noisePerHour: 50 })).toEqual(story);
    expect(scenario.buildStory({ ...options, seed: 1, noisePerHour: 50 })).not.toEqual(story);
  });

  it('has as much noise as asked for, in order, between its start and its end', async () => {
    const scenario = await loadScenario(id);
    const quiet = scenario.buildStory({ ...options, noisePerHour: 0 });
    const loud = scenario.buildStory({ ...options, noisePerHour: 100 });
    expect(lineCount(loud) - lineCount(quiet)).toBe(2400);
    for (const source of loud.sources) {
      const { events } = normalizeSource(source, loud.endsAt);
      const times = events.map(({ event }) => String(event['p_event_time']));
      expect(times).toEqual(times.toSorted());
      const text = (at: Date) => at.toISOString().replace('T', ' ').slice(0, 19);
      expect(times.every((time) => time >= text(loud.startsAt) && time <= text(loud.endsAt))).toBe(true);
    }
  });

  it('cuts into batches that are each readable alone', async () => {
    const story = (await loadScenario(id)).buildStory({ ...options, noisePerHour: 20 });
    for (const source of story.sources) {
      const batches = [...batchesOf(source, 150)];
      const events = batches.flatMap(
        (body) => normalizeSource({ ...source, lines: body.split('\n') }, story.endsAt).events,
      );
      expect(events).toHaveLength(source.lines.length - source.headerLineCount);
    }
  });

  const times = ofEachClass<[string, typeof options]>({
    'days and nights': [
      ['on a weekday', options],
      [
        'with another seed, at night after a weekend',
        { ...options, endsAt: new Date('2026-07-06T02:13:27.500Z'), seed: 5, noisePerHour: 200 },
      ],
    ],
  });
  it.each(times)(
    'raises what it must and little else, %s',
    async (_name, given) => {
      const story = (await loadScenario(id)).buildStory(given);
      const sources = story.sources.map((source) => normalizeSource(source, story.endsAt));
      expect(sources.flatMap(({ faults }) => faults).slice(0, 5)).toEqual([]);
      for (const { source, events } of sources) {
        expect(events).toHaveLength(source.lines.length - source.headerLineCount);
        expect(events.every(({ logType }) => source.logTypes.includes(logType))).toBe(true);
      }

      const { findings, matchCounts, errors } = await detectStory(story, sources);
      expect(errors.slice(0, 5)).toEqual([]);
      const expectation = readExpectation(id);
      for (const processed of ['at-once', 'live'] as const) {
        expect(compareAlerts(expectation, raiseAlerts(findings, processed), matchCounts), processed).toEqual(
          [],
        );
      }
    },
    wholeDayMs,
  );
});
