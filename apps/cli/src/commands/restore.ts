import type { CliCommand } from '../command.ts';
import { runOnFolder } from './backup.ts';

interface Options {
  force?: boolean;
  secretKeyFile?: string;
  withoutSecretKey?: boolean;
  unproven?: boolean;
}

/** Brings a backup into an empty data folder and proves that it is whole. */
export const restore: CliCommand = {
  name: 'restore',
  register(program) {
    program
      .command('restore')
      .description('bring a backup into an empty data folder (MARGAY_DATA_DIR), and check it')
      .argument('<folder>', 'the backup')
      .option('--force', 'move what the data folder holds aside, into before-restore-… inside it')
      .option('--secret-key-file <file>', 'the secret key, for a backup that does not hold it')
      .option('--without-secret-key', 'go on without it; stored secrets must be entered again')
      .option('--unproven', 'also restore a backup of an early version, which bears no signature')
      .action(async (folder: string, options: Options) => {
        process.exitCode = await runOnFolder('restore-main.ts', [
          ...(options.force === true ? ['--force'] : []),
          ...(options.withoutSecretKey === true ? ['--without-secret-key'] : []),
          ...(options.unproven === true ? ['--unproven'] : []),
          ...(options.secretKeyFile === undefined ? [] : [`--secret-key-file=${options.secretKeyFile}`]),
          '--',
          folder,
        ]);
      });
  },
};
