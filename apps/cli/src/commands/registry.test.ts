import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { commands } from './index.ts';

it('lists every command file under its own name, in order', () => {
  const files = readdirSync(dirname(fileURLToPath(import.meta.url)))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
    .map((name) => name.replace('.ts', ''));
  expect(
    commands.map((command) => command.name),
    'add the missing line to commands/index.ts',
  ).toEqual(files.sort());
});
