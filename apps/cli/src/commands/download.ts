import { readContentZip } from '@margay/detect/content';
import { invalidInput } from '@margay/kit';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CliCommand } from '../command.ts';
import { connect } from '../server-client.ts';

/** An export over other files would leave a mixture of both. */
async function assertEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  throw invalidInput(
    `The folder ${folder} is not empty. Name another one, or write over its files with --force.`,
  );
}

const collect = (id: string, ids: string[]) => [...ids, id];

/** Brings the detection content of a running server into a folder. */
export const download: CliCommand = {
  name: 'download',
  register(program, terminal) {
    program
      .command('download')
      .description('bring the detection content of a running server into a folder')
      .argument('<folder>', 'where the files go')
      .option('--id <id>', 'only this item; may be given several times', collect, [])
      .option('--force', 'write into a folder that holds files')
      .action(async (folder: string, options: { id: string[]; force?: boolean }) => {
        if (options.force !== true) await assertEmpty(folder);
        const client = await connect(terminal.environment);
        const query = new URLSearchParams(options.id.map((id) => ['id', id]));
        const files = await readContentZip(
          await client.download(`/internal/detections/download?${query.toString()}`),
        );
        for (const { path, text } of files) {
          const file = join(folder, path);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, text);
        }
        const count = files.filter(({ path }) => path.endsWith('.yml')).length;
        terminal.out(`${count} ${count === 1 ? 'item' : 'items'} in ${folder}`);
      });
  },
};
