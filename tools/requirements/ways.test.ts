import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProject } from './reading/reach.ts';
import { rootPrograms } from './reading/programs.ts';
import { rootNames } from './ways.ts';

const root = resolve(import.meta.dirname, '..', '..');

describe('what shows that a test gets to the server', () => {
  it.each(rootNames.filter((name) => !name.startsWith('chdb/')))('%s is there', (rootName) => {
    const [file = '', name = ''] = rootName.split('#');
    expect([...openProject(root).read(file).exports.keys()]).toContain(name);
  });

  it.each(rootPrograms)('the program %s is there', (file) =>
    expect(existsSync(resolve(root, file))).toBe(true),
  );
});
