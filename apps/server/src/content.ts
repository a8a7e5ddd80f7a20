import { readContentFolder, type ContentFile } from '@margay/detect/content';
import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What ships with the product as data files. */
export const contentFolder = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'content');

/** The schemas that ship with the product. Their name is the first `schema:` key of the file. */
export async function readManagedSchemas(): Promise<{ name: string; spec: string }[]> {
  const specs: { name: string; spec: string }[] = [];
  for await (const file of glob('schemas/*/*.yml', { cwd: contentFolder })) {
    if (basename(file) === 'source.yml') continue;
    const spec = await readFile(join(contentFolder, file), 'utf8');
    const name = /^schema:\s*['"]?([\w.]+)/m.exec(spec)?.[1];
    if (name !== undefined) specs.push({ name, spec });
  }
  return specs.sort((a, b) => a.name.localeCompare(b.name));
}

/** Detections, helpers and data models that ship with the product, with their folders in the path. */
export async function readShippedDetections(): Promise<ContentFile[]> {
  const folders = ['detections', 'helpers', 'models'];
  const read = await Promise.all(folders.map((folder) => readContentFolder(join(contentFolder, folder))));
  return read.flatMap(({ files }, i) =>
    files.map(({ path, text }) => ({ path: `${folders[i]}/${path}`, text })),
  );
}
