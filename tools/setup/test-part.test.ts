import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { didPartsEndWhole, runPart } from './test-part.ts';

it('A run is whole when each of its parts came to its end, whether its tests passed or not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'margay-part-'));
  try {
    symlinkSync(resolve(import.meta.dirname, '..', '..', 'node_modules'), join(folder, 'node_modules'));
    const counts = join(folder, 'counts');
    const run = (body: string) => {
      const test = `import { expect, it } from 'vitest';\nit('a', () => { ${body} });\n`;
      writeFileSync(join(folder, 'a.test.ts'), test);
      const environment = { MARGAY_TEST_COUNTS: counts, MARGAY_TEST_PASSED: undefined };
      return runPart({ args: ['run', '--pool=forks'], cwd: folder, isQuiet: true, environment });
    };
    expect(didPartsEndWhole(counts)).toBe(false);
    expect(await run('expect([]).toEqual([]);')).toBe(true);
    expect(await run('expect([]).toEqual([1]);')).toBe(false);
    expect(didPartsEndWhole(counts)).toBe(true);
    // The runner itself, of which the test's process is a child.
    expect(await run("process.kill(process.ppid, 'SIGKILL'); expect([]).toEqual([]);")).toBe(false);
    expect(didPartsEndWhole(counts)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
