import { readContentFolder } from '@margay/detect/content';
import * as z from 'zod';
import type { CliCommand } from '../command.ts';
import { connect } from '../server-client.ts';

const Reply = z.object({
  uploadDetectionContent: z.array(
    z.object({
      file: z.string(),
      id: z.string(),
      kind: z.string(),
      verdict: z.enum(['stored', 'refused', 'left-out']),
      reason: z.string(),
    }),
  ),
});

const document = `mutation ($input: UploadDetectionContentInput!) {
  uploadDetectionContent(input: $input) { file id kind verdict reason }
}`;

/** Brings detection content of a folder into a running server. */
export const upload: CliCommand = {
  name: 'upload',
  register(program, terminal) {
    program
      .command('upload')
      .description('bring the detection content of a folder into a running server')
      .argument('<folder>', 'folder in panther-analysis format')
      .option('--quiet', 'print only what was refused')
      .action(async (folder: string, options: { quiet?: boolean }) => {
        const files = await readContentFolder(folder);
        const client = await connect(terminal.environment);
        const { uploadDetectionContent: verdicts } = Reply.parse(
          await client.graphql(document, { input: { files } }),
        );
        const count = { stored: 0, refused: 0, 'left-out': 0 };
        for (const { file, id, verdict, reason } of verdicts) {
          count[verdict]++;
          if (verdict === 'refused') terminal.err(`refused   ${reason}`);
          else if (options.quiet !== true)
            terminal.out(`${verdict.padEnd(9)} ${id || file}${reason === '' ? '' : `: ${reason}`}`);
        }
        terminal.out(`${count.stored} stored, ${count.refused} refused, ${count['left-out']} left out`);
        if (count.refused > 0) process.exitCode = 1;
      });
  },
};
