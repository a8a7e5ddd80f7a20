import { glob } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AnyDestination } from '../contract.ts';
import { destinationOfType } from '../destinations/index.ts';
import type { DestinationSample } from '../destinations/testing.ts';

const folder = new URL('../destinations/', import.meta.url);

/** Every kind of destination with the sample beside it, in the order of their folders. Throws where one belongs to no kind. */
export async function destinationSamples(): Promise<
  { name: string; definition: AnyDestination; sample: DestinationSample }[]
> {
  const files = (await Array.fromAsync(glob('*/testing.ts', { cwd: folder }))).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const { sample } = (await import(new URL(file, folder).href)) as { sample: DestinationSample };
      const definition = destinationOfType(dirname(file).replaceAll('-', ''));
      if (definition === undefined)
        throw new Error(`${file} belongs to no destination of destinations/index.ts`);
      return { name: definition.displayName, definition, sample };
    }),
  );
}
