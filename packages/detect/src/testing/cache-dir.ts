import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where tests keep the start-up snapshot of Python over runs: an engine starts in a tenth of the time. */
export const testCacheDir = path.join(tmpdir(), `margay-detect-tests-${process.getuid?.() ?? 0}`);
