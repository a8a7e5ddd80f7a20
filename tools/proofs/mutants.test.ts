import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutantFaults, mutatedText, type Mutant } from './mutants.ts';
import { draw } from './try-mutants.ts';

const mutant = (over: Partial<Mutant> = {}): Mutant => ({
  id: '001-1.1',
  file: 'packages/a/a.ts',
  find: '< 5',
  replace: '< 6',
  test: 'packages/a/a.test.ts',
  ...over,
});

describe('a mutant', () => {
  it('changes one place', () => {
    expect(mutatedText(mutant(), 'if (a < 5) b();')).toBe('if (a < 6) b();');
    expect(mutatedText(mutant(), 'a < 5 || b < 5')).toBeUndefined();
    expect(mutatedText(mutant(), 'a < 7')).toBeUndefined();
    expect(mutatedText(mutant({ replace: '$& $1' }), 'a < 5')).toBe('a $& $1');
  });

  describe('in a project', () => {
    let root: string;
    beforeAll(() => {
      root = mkdtempSync(join(tmpdir(), 'margay-mutant-test-'));
      mkdirSync(join(root, 'packages/a'), { recursive: true });
      writeFileSync(join(root, 'packages/a/a.ts'), 'export const isFew = (a: number) => a < 5;\n');
      const test = "import { expect, it } from 'vitest';\nit('[001-1.1] a', () => expect(f()).toBe(1));\n";
      writeFileSync(join(root, 'packages/a/a.test.ts'), test);
    });
    afterAll(() => rmSync(root, { recursive: true }));
    const faults = (over: Partial<Mutant>) => mutantFaults(root, [mutant(over)]).join();

    it('has its place and its test', () => expect(faults({})).toBe(''));
    it('names a file', () => expect(faults({ file: 'packages/a/b.ts' })).toContain('no such file'));
    it('changes something', () => expect(faults({ replace: '< 5' })).toContain('changes nothing'));
    it('has its place once', () => expect(faults({ find: 'a' })).toContain('exactly once'));
    it('names a test of its statement', () => {
      expect(faults({ id: '001-1.2' })).toContain('no test');
      expect(faults({ test: 'packages/a/b.test.ts' })).toContain('no test');
    });
  });
});

it('a draw is the same for the same seed, and another for another', () => {
  const all = Array.from({ length: 50 }, (_, at) => mutant({ id: `001-1.${at}` }));
  const ids = (seed: number) => draw(all, 20, seed).map(({ id }) => id);
  expect(ids(7)).toEqual(ids(7));
  expect(new Set(ids(7)).size).toBe(20);
  expect(ids(8)).not.toEqual(ids(7));
});
