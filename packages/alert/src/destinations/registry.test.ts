import { readdir, readFile } from 'node:fs/promises';
import { settingsForm } from '@margay/settings';
import { describe, expect, it } from 'vitest';
import { readDestinationLogos } from '../node.ts';
import { destinations } from './index.ts';

const here = new URL('./', import.meta.url);
const folders = (await readdir(here, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();
const idOf = (folder: string) => folder.replaceAll('-', '');

describe('destinations', () => {
  it('lists every folder, in alphabetical order', () => {
    const missing = folders.filter((folder) => !destinations.some(({ id }) => id === idOf(folder)));
    expect(
      missing,
      `add to destinations/index.ts: ${missing.map((folder) => `import { … } from './${folder}/index.ts'`).join('; ')}, and its name to the list; its id must be the folder's name without dashes`,
    ).toEqual([]);
    expect(destinations.map(({ id }) => id)).toEqual(folders.map(idOf));
  });

  it.each(folders)('%s has a logo, a test, a sample and no foreign script', async (folder) => {
    const files = await readdir(new URL(`${folder}/`, here));
    expect(files).toEqual(expect.arrayContaining(['index.ts', 'index.test.ts', 'logo.svg', 'testing.ts']));
    const logo = await readFile(new URL(`${folder}/logo.svg`, here), 'utf8');
    expect(logo).toMatch(/^<svg [^>]*viewBox=/);
    expect(logo).not.toMatch(/<script|<foreignObject|\son\w+=|href=/i);
    expect((await readDestinationLogos()).get(idOf(folder))).toBe(logo);
  });

  it.each(destinations.map((definition) => [definition.id, definition] as const))(
    '%s describes itself and every setting',
    (_id, definition) => {
      expect(definition.displayName).not.toBe('');
      expect(definition.description).toMatch(/\.$/);
      expect(settingsForm(definition).length).toBeGreaterThan(0);
      expect(definition.settings.safeParse({}).success).toBe(false);
    },
  );
});
