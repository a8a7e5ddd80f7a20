import { invalidInput } from '@margay/kit';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** The commit that a narrow run compares with: where this branch left `main`. On `main` itself that is its newest commit. */
export function usualBase(root: string): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git(root, 'merge-base', 'HEAD', main).trim();
    } catch {
      // A clone without that branch.
    }
  }
  return 'HEAD';
}

/** The commit's own name. Throws when there is none; what looks like an option of git is no commit. */
export function commitNamed(root: string, name: string): string {
  try {
    return git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).trim();
  } catch (cause) {
    throw invalidInput(`There is no commit "${name}" to compare with. Name one, or a branch.`, { cause });
  }
}

/** Files that differ from the commit, were removed since, or are new and not ignored. */
export function changedFiles(root: string, commit: string): string[] {
  const listOf = (text: string) => text.split('\0').filter(Boolean);
  const since = listOf(git(root, 'diff', '--name-only', '--no-renames', '-z', commit, '--'));
  const fresh = listOf(git(root, 'ls-files', '--others', '--exclude-standard', '-z'));
  return [...new Set([...since, ...fresh])].sort();
}

/** Those of the files that are gone, with what stood in them. */
export function goneSince(root: string, commit: string, changed: readonly string[]): Map<string, string> {
  const gone = changed.filter((file) => !existsSync(join(root, file)));
  return new Map(gone.map((file) => [file, git(root, 'show', `${commit}:${file}`)]));
}
