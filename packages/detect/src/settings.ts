import { availableParallelism } from 'node:os';
import type { ChildSettings } from './child/requests.ts';
import type { Deadlines, DetectEngineOptions, FunctionLimits } from './contract.ts';
import type { RuntimeFiles } from './host/runtime-files.ts';

export const defaultDeadlines: Deadlines = {
  baseMs: 1000,
  perEventMs: 5,
  capMs: 15_000,
  eventMs: 1000,
  graceMs: 500,
  loadMs: 5000,
  testMs: 5000,
  hostCallMs: 2000,
  heartbeatMs: 15_000,
  pauseMs: 60 * 60 * 1000,
  timeoutsToPause: 3,
};

export const defaultLimits: FunctionLimits = { text: 1000, dedup: 1000, destinations: 10, context: 204_800 };

/** Of the detection engine at a time; with more trusts than this they take turns. */
export const defaultProcesses = 8;

const defaultMemory = 512 * 1024 * 1024;

export function childSettings(options: DetectEngineOptions, files: RuntimeFiles): ChildSettings {
  const {
    pauseMs: _pause,
    heartbeatMs: _heartbeat,
    ...budgets
  } = { ...defaultDeadlines, ...options.deadlines };
  const memoryLimitBytes = options.memoryLimitBytes ?? defaultMemory;
  return {
    pyodideUrl: files.pyodideUrl,
    sources: files.sources,
    bootstrap: files.bootstrap,
    glue: files.glue,
    workers: options.workers ?? Math.max(1, availableParallelism() - 1),
    memoryLimitBytes,
    recycleBytes: memoryLimitBytes * 0.6,
    readsBodies: options.reading !== false,
    makeSnapshot: options.cacheDir !== undefined,
    budgets,
  };
}
