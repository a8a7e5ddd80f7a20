import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { backupsAccess } from './access.ts';
import type { BackupRun } from './service.ts';

/** Backups of the running server: for whoever may do everything, since they hold everything. */
export function backupTypes({ builder, shared }: GraphqlParts): void {
  const State = builder.enumType('BackupState', {
    values: ['RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const,
  });
  const Backup = builder.objectRef<BackupRun>('Backup').implement({
    auth: backupsAccess.manage,
    fields: (t) => ({
      id: t.exposeID('id'),
      folder: t.exposeString('folder', { description: 'On the machine of the server.' }),
      state: t.expose('state', { type: State }),
      error: t.exposeString('error'),
      startedAt: t.expose('startedAt', { type: 'DateTime' }),
      doneBytes: t.exposeFloat('doneBytes'),
      totalBytes: t.exposeFloat('totalBytes', { description: '0 until its size is known.' }),
    }),
  });
  const StartInput = builder.inputType('StartBackupInput', {
    fields: (t) => ({
      folder: t.string({ required: true, description: 'Absolute; empty or not there.' }),
      withSecretKey: t.boolean({ defaultValue: false }),
    }),
  });
  builder.queryFields((t) => ({
    backup: t.field({
      type: Backup,
      auth: backupsAccess.manage,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.backups.get(id),
    }),
  }));
  builder.mutationFields((t) => ({
    startBackup: t.field({
      type: Backup,
      auth: backupsAccess.manage,
      args: { input: t.arg({ type: StartInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.backups.start(actorOf(context), {
          folder: input.folder,
          withSecretKey: input.withSecretKey ?? false,
        }),
    }),
    cancelBackup: t.field({
      type: Backup,
      auth: backupsAccess.manage,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, { services }) => services.backups.cancel(input.id),
    }),
  }));
}
