import { glob } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { registry } from './registry.ts';

it('Every folder with a domain.ts is in the registry, under its own name', async () => {
  const files = await Array.fromAsync(glob('*/domain.ts', { cwd: import.meta.dirname }));
  const folders = files.map((file) => dirname(file));
  const names = registry.map(({ name }) => name);
  expect(folders.length).toBeGreaterThan(20);
  for (const folder of folders)
    expect(
      names,
      `add to domains/registry.ts: the import from './${folder}/domain.ts' and its name in the list; its \`name\` is '${folder}'`,
    ).toContain(folder);
  expect(names.toSorted()).toEqual(folders.toSorted());
});
