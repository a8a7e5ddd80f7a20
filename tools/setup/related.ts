import { invalidInput } from '@margay/kit';
import { resolve } from 'node:path';
import { changedFiles, commitNamed, goneSince, usualBase } from '../related/changed-files.ts';
import { selectTests, type Selection } from '../related/select.ts';
import { readTree } from '../related/tree.ts';
import { runPart } from './test-part.ts';

const root = resolve(import.meta.dirname, '..', '..');

/**
 * `npm test -- --related [--list] [<commit>]`: what to run for the files that changed since the commit (by default since
 * this branch left `main`), and one printed line for each of them; with `--list` nothing but the lines. Undefined where the
 * arguments ask for something else. Throws when there is no such commit.
 */
export function relatedTests(
  args: readonly string[],
): { selection: Selection; isListOnly: boolean } | undefined {
  const [flag, ...rest] = args;
  if (flag !== '--related') return undefined;
  const [commit, ...others] = rest.filter((argument) => argument !== '--list');
  if (others.length > 0)
    throw invalidInput(`--related takes one commit, not "${[commit, ...others].join(' ')}".`);
  const base = commitNamed(root, commit ?? usualBase(root));
  const changed = changedFiles(root, base);
  const selection = selectTests(readTree(root, goneSince(root, base, changed)), changed);
  console.log(`${changed.length} files changed since ${base.slice(0, 12)}:`);
  for (const line of selection.lines) console.log(`  ${line}`);
  const { beside, users, journeys } = selection;
  if (selection.everything !== undefined) console.log(`Everything runs. ${selection.everything}`);
  else if (beside.length + users.length + journeys.length === 0) console.log('No test to run.');
  else for (const test of [...beside, ...users, ...journeys]) console.log(`    ${test}`);
  return { selection, isListOnly: rest.includes('--list') };
}

/** The nearest tests first, one part after the other; all of them, whatever fails. True when every test passed. */
export async function runRelated(
  { beside, users, journeys }: Selection,
  runJourneys: (files: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  let isGood = true;
  for (const files of [beside, users]) {
    if (files.length === 0) continue;
    const isPartGood = await runPart({ args: ['run', '--project', '!journeys', ...files] });
    isGood = isGood && isPartGood;
  }
  if (journeys.length > 0) isGood = (await runJourneys(journeys)) && isGood;
  return isGood;
}
