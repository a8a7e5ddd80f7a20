import { execFileSync } from 'node:child_process';

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

/** Files that differ from the commit, were removed since, or are new and not ignored. Throws when there is no such commit. */
export function changedFiles(root: string, commit: string): string[] {
  const listOf = (text: string) => text.split('\0').filter(Boolean);
  let since: string[];
  try {
    since = listOf(git(root, 'diff', '--name-only', '--no-renames', '-z', commit, '--'));
  } catch (cause) {
    throw new Error(`There is no commit "${commit}" to compare with. Name one, or a branch.`, { cause });
  }
  const fresh = listOf(git(root, 'ls-files', '--others', '--exclude-standard', '-z'));
  return [...new Set([...since, ...fresh])].sort();
}
