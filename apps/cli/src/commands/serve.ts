import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEndWanted, startChild } from '@margay/kit/node';
import type { CliCommand } from '../command.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');
const start = resolve(root, 'tools', 'setup', 'start.ts');

/** The same as `npm start`, once the packages are installed. */
export const serve: CliCommand = {
  name: 'serve',
  register(program) {
    program
      .command('serve')
      .description('start the server')
      .option('--demo', 'also load the demo story')
      .action(async (options: { demo?: boolean }) => {
        const child = startChild(process.execPath, [start, ...(options.demo === true ? ['--demo'] : [])], {
          deadlineMs: 30_000,
        });
        onEndWanted(child.end, child.kill);
        process.exitCode = await child.ended;
      });
  },
};
