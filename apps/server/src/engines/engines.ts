import type { DetectEngine } from '@margay/detect';
import type { EventBuffer } from '@margay/ingest';
import type { Jobs } from '@margay/jobs';
import type { Lake } from '@margay/lake';
import type { Store } from '@margay/store';

/** The engines of one process: what rests and what runs. */
export interface Engines {
  store: Store;
  lake: Lake;
  buffer: EventBuffer;
  detect: DetectEngine;
  jobs: Jobs;
}
