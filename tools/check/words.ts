import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What no tracked file may contain, with the reason shown to the person who wrote it. */
const forbidden: { pattern: RegExp; reason: string; only?: RegExp }[] = [
  { pattern: /registry\.npmjs\.org/, reason: 'names a package registry' },
  {
    pattern: /(^|[^\w.])\/(work|home|root|tmp)\/[\w.-]+\/(main|node_modules)/,
    reason: 'holds a path of one machine',
  },
  { pattern: /\b(TODO|FIXME|XXX)\b/, reason: 'announces unfinished work', only: /\.(ts|tsx|css|py|mjs)$/ },
  { pattern: /@ts-(ignore|nocheck)/, reason: 'silences the type checker', only: /(?<!\.gen)\.tsx?$/ },
];

export async function checkWords(root: string): Promise<string[]> {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const faults: string[] = [];
  for (const file of files) {
    if (file === 'tools/check/words.ts' || /\.(png|svg|woff2?|gz|jsonl)$/.test(file)) continue;
    const text = await readFile(`${root}/${file}`, 'utf8').catch(() => '');
    for (const { pattern, reason, only } of forbidden) {
      if (only !== undefined && !only.test(file)) continue;
      const line = text.split('\n').findIndex((content) => pattern.test(content));
      if (line >= 0) faults.push(`${file}:${line + 1} ${reason}`);
    }
  }
  return faults;
}
