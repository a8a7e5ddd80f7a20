import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliCommand } from '../command.ts';

const start = resolve(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  '..',
  '..',
  'tools',
  'setup',
  'start.ts',
);

/** The same as `npm start`, once the packages are installed. */
export const serve: CliCommand = {
  name: 'serve',
  register(program) {
    program
      .command('serve')
      .description('start the server')
      .option('--demo', 'also load the demo story')
      .action(async (options: { demo?: boolean }) => {
        const child = spawn(process.execPath, [start, ...(options.demo === true ? ['--demo'] : [])], {
          stdio: 'inherit',
        });
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
        process.exitCode = await new Promise<number>((done) => child.on('exit', (code) => done(code ?? 1)));
      });
  },
};
