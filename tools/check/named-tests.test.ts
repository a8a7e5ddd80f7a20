import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { checkNamedTests, testsNamedIn } from './named-tests.ts';

let root = '';
afterEach(() => rm(root, { recursive: true, force: true }));

it('reads a test by its file and the beginning of its title', () =>
  expect(testsNamedIn('| met | `a/b.test.ts` “[1] does it” and `c.ts` “no test” |')).toEqual([
    { file: 'a/b.test.ts', title: '[1] does it' },
  ]));

it('says which tests a document names that are not there', async () => {
  root = await mkdtemp(join(tmpdir(), 'margay-named-'));
  await mkdir(join(root, 'docs/security'), { recursive: true });
  await writeFile(join(root, 'there.test.ts'), "it('does it at once', …");
  await writeFile(
    join(root, 'docs/security/page.md'),
    '`there.test.ts` “does it at” `there.test.ts` “does more” `gone.test.ts` “does it at once”',
  );
  expect(await checkNamedTests(root)).toEqual([
    'docs/security/page.md names the test “does more” of there.test.ts, which is not there',
    'docs/security/page.md names the test “does it at once” of gone.test.ts, which is not there',
  ]);
});
