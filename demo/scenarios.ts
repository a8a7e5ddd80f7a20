import { notFound } from '@margay/kit';
import { readdirSync } from 'node:fs';
import type { Scenario } from './story.ts';

const folder = new URL('./scenarios/', import.meta.url);

/** Ids of all scenarios: each folder below `scenarios/` is one. */
export function listScenarios(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Throws not-found, naming the scenarios there are, when there is none of that id. */
export async function loadScenario(id: string): Promise<Scenario> {
  const known = listScenarios();
  if (!known.includes(id)) {
    throw notFound(`There is no demo scenario "${id}". Choose one of: ${known.join(', ')}.`);
  }
  // Each folder's scenario.ts exports `scenario`; scenarios.test.ts checks that for every folder.
  const module = (await import(new URL(`${id}/scenario.ts`, folder).href)) as { scenario: Scenario };
  return module.scenario;
}
