import { matchesGlob, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readTree } from '../related/tree.ts';
import { consoleSources } from './web.ts';

it('The console is built anew when any file changes that its first page leads to', () => {
  const tree = readTree(resolve(import.meta.dirname, '..', '..'));
  const taken = new Map<string, string[]>();
  for (const file of tree.files)
    for (const user of tree.neededBy(file)) taken.set(user, [...(taken.get(user) ?? []), file]);
  const bundled = new Set(['apps/web/src/main.tsx']);
  // Routes are found by their folder.
  for (const file of tree.files) if (/^apps\/web\/src\/routes\/(?!.*\.test\.)/.test(file)) bundled.add(file);
  for (const file of bundled) for (const used of taken.get(file) ?? []) bundled.add(used);
  expect(bundled).toContain('packages/detect/src/simple/quantifiers.ts');
  expect(bundled).toContain('packages/settings/src/shown.ts');
  expect(bundled.size).toBeGreaterThan(500);
  const isSource = (file: string) => consoleSources.some((pattern) => matchesGlob(file, pattern));
  expect([...bundled].filter((file) => !isSource(file))).toEqual([]);
});
