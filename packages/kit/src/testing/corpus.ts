import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const corpus = new URL('../../../../../shared/data/', import.meta.url);

/** Path of a file of the shared corpus of real logs, or undefined where there is no corpus: then skip and say so. */
export function corpusPath(name: string): string | undefined {
  const path = fileURLToPath(new URL(name, corpus));
  return existsSync(path) ? path : undefined;
}
