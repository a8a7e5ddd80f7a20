import type { StreamType } from '@margay/model';

/** One log source of a story, with everything it sent. */
export interface StorySource {
  /** Stable within the story, for instance `okta`. */
  id: string;
  label: string;
  logTypes: string[];
  streamType: StreamType;
  /** How many lines at the beginning of `lines` are a header that every batch must repeat. */
  headerLineCount: number;
  /** In order of time, as the vendor would send them. */
  lines: string[];
}

export interface Story {
  scenarioId: string;
  startsAt: Date;
  /** When the first event of the attack happened. */
  attackStartsAt: Date;
  endsAt: Date;
  sources: StorySource[];
}

export interface StoryOptions {
  /** Time base: the story ends here, usually now. */
  endsAt: Date;
  /** The same seed makes the same lines. */
  seed: number;
  /** Ordinary events per hour on average over all sources, so that the attack has something to hide in. */
  noisePerHour: number;
}

export interface Scenario {
  /** Name of the folder. */
  id: string;
  title: string;
  summary: string;
  buildStory(options: StoryOptions): Story;
}

export const defaultNoisePerHour = 850;

/** Cuts a source into bodies ready to send; a header line is repeated, since each batch is read on its own. */
export function* batchesOf(source: StorySource, linesPerBatch: number): Generator<string> {
  const header = source.lines.slice(0, source.headerLineCount);
  for (let from = source.headerLineCount; from < source.lines.length; from += linesPerBatch) {
    yield [...header, ...source.lines.slice(from, from + linesPerBatch)].join('\n');
  }
}
