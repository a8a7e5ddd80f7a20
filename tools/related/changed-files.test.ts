import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedFiles, commitNamed, goneSince } from './changed-files.ts';

describe('what changed since a commit', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'margay-changed-'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
    const write = (name: string, text: string) => writeFileSync(join(root, name), text);
    git('init', '--quiet');
    write('kept.ts', '1');
    write('gone.ts', 'export const gone = 1;');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    write('kept.ts', '2');
    write('fresh.ts', '3');
    rmSync(join(root, 'gone.ts'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('is every file that differs, is new or is gone, and of those what stood in them', () => {
    const changed = changedFiles(root, commitNamed(root, 'HEAD'));
    expect(changed).toEqual(['fresh.ts', 'gone.ts', 'kept.ts']);
    expect([...goneSince(root, 'HEAD', changed)]).toEqual([['gone.ts', 'export const gone = 1;']]);
  });

  it.each(['nosuchcommit', '--stat', '--list', '', 'HEAD:kept.ts'])('"%s" is no commit', (name) =>
    expect(() => commitNamed(root, name)).toThrow(`There is no commit "${name}" to compare with.`),
  );
});

it('The command says in one line that there is no such commit, and leaves nothing behind', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'margay-related-'));
  try {
    const command = join(import.meta.dirname, '..', 'setup', 'test.ts');
    const { status, stderr } = spawnSync(process.execPath, [command, '--related', '--stat'], {
      env: { ...process.env, TMPDIR: scratch },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      'There is no commit "--stat" to compare with. Name one, or a branch.\n',
    ]);
    expect(readdirSync(scratch)).toEqual([]);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});
