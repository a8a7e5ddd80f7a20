import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A digest (SHA-256, hexadecimal) of the names and contents of all files below `root` that the patterns name, tests left
 * out: what is made of them is made anew when one of them changes.
 */
export async function sourcesDigest(root: string, patterns: readonly string[]): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.includes('.test.')) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.digest('hex');
}
