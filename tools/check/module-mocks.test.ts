import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration from '../../vitest.config.ts';
import { checkModuleMocks } from './module-mocks.ts';

describe('a module that a test replaces', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'margay-mocks-'));
    await mkdir(join(root, 'src'));
  });
  afterAll(() => rm(root, { recursive: true }));

  const include = ['src/**/*.test.{ts,tsx}'];
  async function faultsOf(file: string, text: string, test: object = { isolate: false }): Promise<string[]> {
    await writeFile(join(root, 'src', file), text);
    try {
      return await checkModuleMocks(root, [{ test: { name: 'shared', include, ...test } }]);
    } finally {
      await rm(join(root, 'src', file));
    }
  }

  it.each([
    ['a.test.ts', "vi.mock('node:os', () => ({}));"],
    ['a.test.tsx', "vi.doMock('node:os', () => ({}));"],
    ['a.test.ts', "vi.mock<typeof import('node:os')>(import('node:os'), () => ({}));"],
    ['a.test.ts', "vitest.mock('node:os');"],
    ['a.test.ts', "vi\n  .mock('node:os');"],
    ['testing.ts', "export const replaced = () => vi.mock('node:os');"],
  ])('is refused in %s where files share what they loaded: %s', async (file, text) =>
    expect(await faultsOf(file, text)).toEqual([
      `src/${file} replaces a module, which has no effect in the project shared: hand the other one in as a parameter`,
    ]),
  );

  it.each([
    ['in a project of its own', "vi.mock('node:os');", {}],
    [
      'where the file is left to another project',
      "vi.mock('node:os');",
      { isolate: false, exclude: ['src/a.*'] },
    ],
    ['when it is a function that is replaced', 'const seen = vi.fn(); vi.mocked(seen);', { isolate: false }],
  ])('is let through %s', async (_what, text, test) =>
    expect(await faultsOf('a.test.ts', text, test)).toEqual([]),
  );
});

it('A test marked as the only one of its file fails the run', () =>
  expect(configuration.test).toMatchObject({ allowOnly: false }));
