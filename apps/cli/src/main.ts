import { messageOf } from '@margay/kit';
import { Command } from 'commander';
import { commands } from './commands/index.ts';
import type { Terminal } from './command.ts';

const terminal: Terminal = {
  environment: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};
const program = new Command('margay').description(
  'Work with a Margay installation and its detection content.',
);
for (const command of commands) command.register(program, terminal);
try {
  await program.parseAsync();
} catch (error) {
  terminal.err(messageOf(error));
  process.exitCode = 1;
}
