import * as z from 'zod';
import { filesOfFolder } from '../content-folder.ts';
import type { CliCommand, Terminal } from '../command.ts';
import { connect } from '../server-client.ts';

const Counts = z.object({ total: z.number(), new: z.number(), modified: z.number() });
const Reply = z.object({
  uploadDetectionContent: z.object({
    verdicts: z.array(
      z.object({
        file: z.string(),
        id: z.string(),
        kind: z.string(),
        verdict: z.enum(['stored', 'refused', 'left-out']),
        change: z.enum(['new', 'modified', 'unchanged']).nullable(),
        reason: z.string(),
      }),
    ),
    result: z.record(z.string(), Counts),
  }),
});
type Outcome = z.output<typeof Reply>['uploadDetectionContent'];

const groupNames: Record<string, string> = {
  globalHelpers: 'helpers',
  dataModels: 'data models',
  queries: 'queries',
  rules: 'rules',
  policies: 'policies',
};
const counts = 'total new modified';
const document = `mutation ($input: UploadDetectionContentInput!) {
  uploadDetectionContent(input: $input) {
    verdicts { file id kind verdict change reason }
    result { ${Object.keys(groupNames)
      .map((name) => `${name} { ${counts} }`)
      .join(' ')} }
  }
}`;

interface Options {
  quiet?: boolean;
  validateOnly?: boolean;
  ignoreExtraKeys?: boolean;
}

function print(terminal: Terminal, { verdicts, result }: Outcome, isQuiet: boolean): number {
  const count = { stored: 0, refused: 0, 'left-out': 0 };
  const changes = { new: 0, modified: 0, unchanged: 0 };
  for (const { file, id, verdict, change, reason } of verdicts) {
    count[verdict]++;
    if (change !== null) changes[change]++;
    if (verdict === 'refused') terminal.err(`refused   ${reason}`);
    else if (!isQuiet)
      terminal.out(`${(change ?? verdict).padEnd(9)} ${id || file}${reason === '' ? '' : `: ${reason}`}`);
  }
  for (const [group, name] of Object.entries(groupNames)) {
    const numbers = result[group];
    if (numbers !== undefined && numbers.total > 0)
      terminal.out(`${name}: ${numbers.total} in all, ${numbers.new} new, ${numbers.modified} modified`);
  }
  terminal.out(`${changes.new} new, ${changes.modified} modified, ${changes.unchanged} unchanged`);
  terminal.out(`${count.stored} stored, ${count.refused} refused, ${count['left-out']} left out`);
  return count.refused;
}

/** Brings detection content of a folder into a running server. */
export const upload: CliCommand = {
  name: 'upload',
  register(program, terminal) {
    program
      .command('upload')
      .description('bring the detection content of a folder into a running server')
      .argument('<folder>', 'folder in panther-analysis format')
      .option('--quiet', 'print only what was refused, and the counts')
      .option('--validate-only', 'store nothing; say what would be stored')
      .option('--ignore-extra-keys', 'leave keys a rule or policy should not have out of account')
      .action(async (folder: string, { quiet, validateOnly, ignoreExtraKeys }: Options) => {
        const files = await filesOfFolder(folder, terminal);
        const client = await connect(terminal.environment);
        const input = { files, validateOnly, ignoreExtraKeys };
        const { uploadDetectionContent: outcome } = Reply.parse(await client.graphql(document, { input }));
        if (validateOnly === true) terminal.out('Nothing is stored: this is what an upload would do.');
        if (print(terminal, outcome, quiet === true) > 0) process.exitCode = 1;
      });
  },
};
