import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onEndWanted } from '../../packages/kit/src/node/child-life.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const running = new Set<ChildProcess>();
let isEnding = false;
let startedCount = 0;

/** A part of the tests: one run of vitest. */
interface TestPart {
  /** Stands before each of its lines, so that parts side by side stay readable. Without one its output passes as it is. */
  label?: string;
  args: string[];
  /** Undefined takes a variable out. */
  environment?: Record<string, string | undefined>;
  /** Default: the project's folder. */
  cwd?: string;
  /** Nothing it says is shown. */
  isQuiet?: boolean;
}

/** Runs one part; true when every test of it passed. After the whole run was told to end, nothing more is started. */
export async function runPart({
  label,
  args,
  environment = {},
  cwd = root,
  isQuiet = false,
}: TestPart): Promise<boolean> {
  if (isEnding) return false;
  const child = spawn(
    join(root, 'node_modules', '.bin', 'vitest'),
    [...args, '--reporter=default', `--reporter=${join(root, 'tools', 'setup', 'count-reporter.ts')}`],
    {
      cwd,
      stdio: isQuiet ? 'ignore' : label === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    },
  );
  startedCount++;
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => console.log(`[${label}] ${line}`));
  }
  const status = await new Promise<number | null>((done) => {
    child.once('error', (error) => {
      console.error(`vitest could not be started: ${error.message}`);
      done(1);
    });
    child.once('close', done);
  });
  running.delete(child);
  return status === 0;
}

/** Whether all parts ran to their end, well or not: none was told to end, and each of them wrote its line of counts. */
export function didPartsEndWhole(countsFile: string): boolean {
  if (isEnding) return false;
  const lines = existsSync(countsFile) ? readFileSync(countsFile, 'utf8').split('\n').filter(Boolean) : [];
  return startedCount > 0 && lines.length === startedCount;
}

/** Passes on a wish to end to what runs, and keeps the next part from starting. */
export function endPartsWhenWanted(): void {
  const endAll = (signal: NodeJS.Signals) => {
    isEnding = true;
    for (const child of running) child.kill(signal);
  };
  onEndWanted(
    () => endAll('SIGTERM'),
    () => endAll('SIGKILL'),
  );
}
