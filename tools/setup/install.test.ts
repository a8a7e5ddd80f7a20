import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInstalledAsLocked } from './install.mjs';

const part = (version: string, over: object = {}) => ({ version, integrity: `sha512-${version}`, ...over });

describe('what npm ci has installed', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'margay-install-'));
    mkdirSync(join(root, 'node_modules'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const lock = {
    '': { name: 'margay' },
    'packages/kit': part('0.1.0'),
    'node_modules/a': part('1.0.0'),
    'node_modules/a-darwin': part('1.0.0', { optional: true }),
  };
  function isCurrent(installed?: object): boolean {
    const write = (name: string, packages: object) =>
      writeFileSync(join(root, name), JSON.stringify({ lockfileVersion: 3, packages }));
    write('package-lock.json', lock);
    if (installed !== undefined) write('node_modules/.package-lock.json', installed);
    return isInstalledAsLocked(root);
  }

  it('is what the lock names, but for packages of other platforms', () =>
    expect(isCurrent({ 'packages/kit': part('0.1.0'), 'node_modules/a': part('1.0.0') })).toBe(true));

  it.each([
    ['nothing is noted', undefined],
    ['a package is missing', { 'node_modules/a-darwin': part('1.0.0') }],
    ['a version is another', { 'node_modules/a': part('1.0.1') }],
    ['a hash is another', { 'node_modules/a': part('1.0.0', { integrity: 'sha512-other' }) }],
    ['there is more', { 'node_modules/a': part('1.0.0'), 'node_modules/b': part('1.0.0') }],
  ])('is something else when %s', (_why, installed) => expect(isCurrent(installed)).toBe(false));
});

it('Every command of TypeScript starts with the pinned Node, whatever Node the machine has', () => {
  const manifest = readFileSync(resolve(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  const others = Object.entries(scripts).filter(([, command]) => !command.includes('tools/setup/run.mjs '));
  expect(others).toEqual([['format', 'oxfmt']]);
});
