import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFaults } from '../check/lock.ts';
import { completed, completeLock, withoutUnhashed } from './complete.ts';
import { readLock } from './lock-file.ts';

const lockOf = (packages: Record<string, unknown>) =>
  readLock(JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'margay' }, ...packages } }));
const engine = (...platforms: string[]) => ({
  version: '1.2.3',
  integrity: 'sha512-engine',
  dev: true,
  optionalDependencies: Object.fromEntries(platforms.map((name) => [name, '1.2.3'])),
});
const hashed = { version: '1.2.3', integrity: 'sha512-platform', optional: true };

describe('a lock file', () => {
  it('holds the package of every platform, beside the package that wants it or further out', () => {
    const whole = {
      'node_modules/engine': engine('engine-linux-x64', 'engine-darwin-arm64'),
      'node_modules/engine/node_modules/engine-linux-x64': hashed,
      'node_modules/engine-darwin-arm64': hashed,
    };
    expect(lockFaults(lockOf(whole), [])).toEqual([]);
    const { 'node_modules/engine-darwin-arm64': _, ...less } = whole;
    expect(lockFaults(lockOf(less), [])).toEqual([
      'package-lock.json: node_modules/engine may want engine-darwin-arm64 1.2.3, which is not there: run npm run lock',
    ]);
  });

  it('does not take what lies inside another package for it', () => {
    const lock = lockOf({
      'node_modules/engine': engine('engine-linux-x64'),
      'node_modules/other/node_modules/engine-linux-x64': hashed,
    });
    expect(lockFaults(lock, [])).toHaveLength(1);
  });

  it('knows what its packages are, not where they came from', () => {
    const lock = lockOf({
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': {
        version: '1.0.0',
        integrity: 'sha512-b',
        resolved: 'https://packages.example/b.tgz',
      },
      'node_modules/@margay/kit': { resolved: 'packages/kit', link: true },
      'packages/kit': { version: '0.1.0' },
    });
    expect(lockFaults(lock, [])).toEqual([
      'package-lock.json: node_modules/a has no integrity: run npm run lock',
      'package-lock.json: node_modules/b says where it was fetched from: take it out',
    ]);
    expect(lockFaults(lock, ['node_modules/a'])).toHaveLength(1);
    expect(lockFaults(lock, ['node_modules/a', 'node_modules/b'])[0]).toContain('take it off the list');
  });
});

describe('completing a lock file', () => {
  const lock = lockOf({
    'node_modules/engine': engine('@engine/lib-linux-arm64-gnu', '@engine/lib-darwin-x64'),
  });

  it('enters what the registry does not offer, by the platform in its name', () => {
    const whole = completed(lock);
    expect(whole.packages['node_modules/@engine/lib-linux-arm64-gnu']).toEqual({
      version: '1.2.3',
      cpu: ['arm64'],
      dev: true,
      libc: ['glibc'],
      optional: true,
      os: ['linux'],
    });
    expect(Object.keys(whole.packages)).toEqual([
      '',
      'node_modules/@engine/lib-darwin-x64',
      'node_modules/@engine/lib-linux-arm64-gnu',
      'node_modules/engine',
    ]);
  });

  it('looks it up again the next time', () => expect(withoutUnhashed(completed(lock))).toEqual(lock));

  it('refuses what is no package of one platform', () => {
    const odd = lockOf({ 'node_modules/engine': engine('fsevents') });
    expect(() => completed(odd)).toThrow('fsevents (1.2.3, wanted by node_modules/engine)');
  });

  it('leaves the file as it was when npm cannot fetch a package', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'margay-lock-'));
    const file = join(folder, 'package-lock.json');
    try {
      // Port 9 of this machine: nobody answers there.
      const dependencies = { other: 'http://127.0.0.1:9/other.tgz' };
      await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'margay', dependencies }));
      await writeFile(join(folder, '.npmrc'), 'fetch-retries=0\n');
      const text = JSON.stringify(completed(lock), null, 4);
      await writeFile(file, text);
      expect(await completeLock(folder)).not.toBe(0);
      expect(await readFile(file, 'utf8')).toBe(text);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
