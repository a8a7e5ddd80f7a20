import { cpSync, existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { eventually, startTestServer, type TestServer } from './server.ts';

const makingMs = 400_000;

/**
 * A data folder with the demo story, made by the first test file of the run that asks for it. The others wait, and all
 * copy it: the story comes through the whole pipeline, and to load it anew for each file would take longer than the tests.
 */
async function demoFolder(): Promise<string> {
  const shared = inject('sharedFolder');
  const making = join(shared, 'making');
  const ready = join(shared, 'ready');
  const failed = join(shared, 'failed');
  // Making a folder either succeeds or finds that another process made it: whoever succeeds loads the story. It stays,
  // so that there is one such process in the whole run.
  const isFirst = await mkdir(join(shared, 'claimed')).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    try {
      const server = await startTestServer({ args: ['--demo'], dataDir: making });
      await server.stop();
      await rename(making, ready);
    } catch (error) {
      await writeFile(failed, String(error));
      throw error;
    }
    return ready;
  }
  await eventually(
    () => Promise.resolve(existsSync(ready) || existsSync(failed)),
    (isOver) => isOver,
    makingMs,
  );
  if (!existsSync(ready))
    throw new Error('the demo story could not be loaded by another test file of this run');
  return ready;
}

/** A server of its own that has the demo story. */
export async function startDemoServer(): Promise<TestServer> {
  const folder = await demoFolder();
  return startTestServer({
    startsEmpty: true,
    // The engines write in place and keep links, so neither hard links nor resolved ones will do.
    prepare: (dataDir) => cpSync(folder, dataDir, { recursive: true, verbatimSymlinks: true }),
  });
}
