import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MargayError } from '@margay/kit';
import { engineEnvironment, onEndWanted, startChild } from '@margay/kit/node';
import * as z from 'zod';
import type { CliCommand, Terminal } from '../command.ts';
import { connect, type ServerClient } from '../server-client.ts';

const here = dirname(fileURLToPath(import.meta.url));
const domain = resolve(here, '..', '..', '..', 'server', 'src', 'domains', 'backups');
const lookEveryMs = 250;

const Backup = z.object({
  id: z.string(),
  state: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
  error: z.string(),
  doneBytes: z.number(),
  totalBytes: z.number(),
});
type Backup = z.output<typeof Backup>;
const fields = '{ id state error doneBytes totalBytes }';

/** Runs a program of the server's that opens the data folder itself. Resolves with its exit code. */
export async function runOnFolder(program: string, args: readonly string[]): Promise<number> {
  const child = startChild(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', resolve(domain, program), ...args],
    { env: { ...engineEnvironment, ...process.env }, deadlineMs: 30_000 },
  );
  onEndWanted(child.end, child.kill);
  return child.ended;
}

async function runningServer(terminal: Terminal): Promise<ServerClient | undefined> {
  try {
    return await connect(terminal.environment);
  } catch (error) {
    const mayBeStopped =
      terminal.environment['MARGAY_TOKEN'] === undefined && terminal.environment['MARGAY_URL'] === undefined;
    if (mayBeStopped && error instanceof MargayError && error.kind === 'upstream') return undefined;
    throw error;
  }
}

async function throughServer(
  client: ServerClient,
  input: { folder: string; withSecretKey: boolean },
): Promise<Backup> {
  const read = (data: unknown, name: string) =>
    Backup.parse(z.record(z.string(), z.unknown()).parse(data)[name]);
  let backup = read(
    await client.graphql(`mutation ($input: StartBackupInput!) { startBackup(input: $input) ${fields} }`, {
      input,
    }),
    'startBackup',
  );
  const { id } = backup;
  const cancel = `mutation ($input: IdInput!) { cancelBackup(input: $input) ${fields} }`;
  onEndWanted(
    () => void client.graphql(cancel, { input: { id } }).catch(() => undefined),
    () => process.exit(1),
  );
  while (backup.state === 'RUNNING') {
    await new Promise((turn) => setTimeout(turn, lookEveryMs));
    backup = read(await client.graphql(`query ($id: ID!) { backup(id: $id) ${fields} }`, { id }), 'backup');
    if (process.stderr.isTTY && backup.totalBytes > 0)
      process.stderr.write(`\r${Math.floor((100 * backup.doneBytes) / backup.totalBytes)} % copied`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  return backup;
}

/** Of the running server through its API; of one that does not run by opening its data folder. */
export const backup: CliCommand = {
  name: 'backup',
  register(program, terminal) {
    program
      .command('backup')
      .description('write everything the data folder holds into a new folder, while the server runs or not')
      .argument('<folder>', 'empty or not there yet, on the machine of the server')
      .option('--with-secret-key', 'also the key that stored secrets are sealed with')
      .action(async (name: string, options: { withSecretKey?: boolean }) => {
        const folder = resolve(name);
        const withSecretKey = options.withSecretKey === true;
        const client = await runningServer(terminal);
        if (client === undefined) {
          process.exitCode = await runOnFolder('backup-main.ts', [
            ...(withSecretKey ? ['--with-secret-key'] : []),
            folder,
          ]);
        } else {
          const done = await throughServer(client, { folder, withSecretKey });
          if (done.state !== 'SUCCEEDED') {
            terminal.err(done.error);
            process.exitCode = 1;
          }
        }
        if (process.exitCode === 1 || process.exitCode === 2) return;
        terminal.out(`The backup is in ${folder}.`);
        terminal.out(
          withSecretKey
            ? 'It holds the secret key: whoever reads it reads every stored secret.'
            : 'It does not hold the secret key. Keep a copy of secret.key of the data folder (or of MARGAY_SECRET_KEY) in another place: a restore asks for it.',
        );
      });
  },
};
