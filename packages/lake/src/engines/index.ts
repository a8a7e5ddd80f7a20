import { invalidInput } from '@margay/kit';
import { chdbEngine } from './chdb/index.ts';
import { clickhouseEngine } from './clickhouse/index.ts';
import type { EngineDefinition, LakeTarget } from './engine.ts';

/** Every engine, alphabetical. A folder beside this file and one line here make a new one. */
export const engines: readonly EngineDefinition[] = [chdbEngine, clickhouseEngine];

export function engineFor(target: LakeTarget): EngineDefinition {
  const engine = engines.find((candidate) => candidate.serves(target));
  if (!engine) {
    throw invalidInput(
      'The data lake has no engine for this setting. Give a data folder or an http(s) address in CLICKHOUSE_URL.',
    );
  }
  return engine;
}
