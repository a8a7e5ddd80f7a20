import { readContent, textOfContentProblem } from '@margay/detect/content';
import { filesOfFolder } from '../content-folder.ts';
import type { CliCommand } from '../command.ts';

/** Checks detection content without running or storing it. */
export const validate: CliCommand = {
  name: 'validate',
  register(program, terminal) {
    program
      .command('validate')
      .description('check the detection content of a folder')
      .argument('<folder>', 'folder in panther-analysis format')
      .action(async (folder: string) => {
        const { items, problems, skipped } = readContent(await filesOfFolder(folder, terminal));
        for (const problem of problems) terminal.err(textOfContentProblem(problem));
        for (const item of skipped) terminal.out(`${item.file}: left out, ${item.reason}`);
        terminal.out(
          `${items.length} good, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}, ${skipped.length} left out`,
        );
        if (problems.length > 0) process.exitCode = 1;
      });
  },
};
