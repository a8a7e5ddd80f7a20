import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..', '..');
const sources = globSync('{apps/server,packages/*}/src/**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => join(root, file));

/** Files that threads begin with. */
const entries = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/new Worker\(\s*new URL\('([^']+)'/g)].map(([, name = '']) =>
    resolve(dirname(file), name),
  ),
);

/** What an import names: a file of ours, or a package. */
function placeOf(name: string, from: string): string {
  if (name.startsWith('.')) return resolve(dirname(from), name);
  const ours = /^@margay\/([^/]+)(\/.*)?$/.exec(name);
  if (ours === null) return name;
  const folder = join(root, 'packages', ours[1] ?? '');
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  return resolve(folder, exports[`.${ours[2] ?? ''}`] ?? '');
}

/** Everything that is loaded with a file: files of ours and packages. Imports of types are not there at run time. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    if (!existsSync(file)) continue;
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?from\s+)?'([^']+)'/gm,
    );
    for (const [, name = ''] of imports) loaded.add(placeOf(name, file));
  }
  return loaded;
}

it('threads never load the library of the lake engine', () => {
  // The end of such a thread closes every connection of the process, under the queries that run on them.
  expect(loadedWith(join(root, 'packages/lake/src/index.ts')).has('chdb')).toBe(true);
  expect(entries.length).toBeGreaterThan(3);
  for (const entry of entries) {
    expect(existsSync(entry), entry).toBe(true);
    expect(loadedWith(entry).has('chdb'), entry).toBe(false);
  }
});
