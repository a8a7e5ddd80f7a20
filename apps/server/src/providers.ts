import type { SourceDefinition } from '@margay/ingest';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { contentFolder } from './content.ts';

const Manifest = z.object({
  id: z.string(),
  displayName: z.string(),
  description: z.string().default(''),
  categories: z.array(z.string()).default([]),
  schemas: z.array(z.string()),
  transports: z.array(z.string()).default([]),
  docUrl: z.string().nullish(),
  searchTerms: z.array(z.string()).default([]),
  popularityIndex: z.number().default(0),
});

/** A vendor in the source picker: what it is called, which log types it sends and over which transports. */
export type LogProvider = z.output<typeof Manifest>;

const generic: Omit<LogProvider, 'transports'> = {
  id: 'custom',
  displayName: 'Custom logs',
  description: 'Any logs: choose the log types, or write a schema for them.',
  categories: ['Custom'],
  schemas: [],
  searchTerms: ['webhook', 'http', 'json', 'generic', 'schema'],
  popularityIndex: 1000,
};

/** The manifests beside the schemas, most popular first, and the generic one, which any source without own log types offers. */
export async function readProviders(
  sources: readonly Pick<SourceDefinition, 'id' | 'logTypes'>[],
): Promise<LogProvider[]> {
  const open = sources.filter(({ logTypes }) => logTypes === undefined);
  const providers: LogProvider[] = [{ ...generic, transports: open.map(({ id }) => id) }];
  for await (const file of glob('schemas/*/source.yml', { cwd: contentFolder })) {
    const manifest = Manifest.safeParse(parse(await readFile(join(contentFolder, file), 'utf8')));
    if (!manifest.success) throw new Error(`${dirname(file)}/source.yml: ${z.prettifyError(manifest.error)}`);
    providers.push(manifest.data);
  }
  return providers.sort(
    (a, b) => b.popularityIndex - a.popularityIndex || a.displayName.localeCompare(b.displayName),
  );
}
