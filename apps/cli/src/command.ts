import type { Command } from 'commander';

/** What commands read and write; tests give their own. */
export interface Terminal {
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
}

/** One command: a file in `commands/` and a line in its registry. */
export interface CliCommand {
  /** For instance `query`. */
  name: string;
  register(program: Command, terminal: Terminal): void;
}
