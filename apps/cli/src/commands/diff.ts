import { readContent, readContentZip, textOfContentProblem } from '@margay/detect/content';
import { filesOfFolder } from '../content-folder.ts';
import type { CliCommand } from '../command.ts';
import { contentDiff } from '../content-diff/content-diff.ts';
import { connect } from '../server-client.ts';

const marks = { new: '+', modified: '~', unchanged: ' ', 'only-on-server': '-' };

/** Compares the detection content of a folder with that of a running server, and changes neither. */
export const diff: CliCommand = {
  name: 'diff',
  register(program, terminal) {
    program
      .command('diff')
      .description('compare the detection content of a folder with that of a running server')
      .argument('<folder>', 'folder in panther-analysis format')
      .option('--exit-code', 'exit with 1 when something differs')
      .action(async (folder: string, options: { exitCode?: boolean }) => {
        const { items, problems } = readContent(await filesOfFolder(folder, terminal));
        for (const problem of problems) terminal.err(textOfContentProblem(problem));
        const client = await connect(terminal.environment);
        const stored = readContent(
          await readContentZip(await client.download('/internal/detections/download')),
        );
        const count = { new: 0, modified: 0, unchanged: 0, 'only-on-server': 0 };
        for (const { id, change, fields } of contentDiff(items, stored.items)) {
          count[change]++;
          if (change === 'unchanged') continue;
          terminal.out(`${marks[change]} ${id}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`);
        }
        terminal.out(
          `${count.new} new, ${count.modified} modified, ${count.unchanged} unchanged, ${count['only-on-server']} only on the server`,
        );
        const differs = count.new + count.modified + count['only-on-server'] > 0;
        if (problems.length > 0 || (options.exitCode === true && differs)) process.exitCode = 1;
      });
  },
};
