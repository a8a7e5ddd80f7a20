import { glob, readFile } from 'node:fs/promises';

const folder = new URL('./destinations/', import.meta.url);

/** Each destination's logo as SVG text, by wire type (the folder's name without dashes). */
export async function readDestinationLogos(): Promise<Map<string, string>> {
  const logos = new Map<string, string>();
  for await (const path of glob('*/logo.svg', { cwd: folder })) {
    const [name = ''] = path.split(/[\\/]/);
    logos.set(name.replaceAll('-', ''), await readFile(new URL(path, folder), 'utf8'));
  }
  return logos;
}
