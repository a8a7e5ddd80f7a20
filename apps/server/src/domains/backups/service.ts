import type { SecretBox } from '@margay/auth';
import { conflict, forbidden, messageOf, newId, notFound, type Logger } from '@margay/kit';
import { rm } from 'node:fs/promises';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { SnapshotEngines } from './take-snapshot.ts';
import { checkTarget, snapshotsFolder, writeBackup, type BackupProgress } from './write-backup.ts';

export interface BackupRun extends BackupProgress {
  id: string;
  folder: string;
  state: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  error: string;
  startedAt: Date;
}

export interface BackupsService {
  /** Begins a backup into a folder of the server's machine. Throws when it cannot be written there, or one runs already. */
  start(actor: Actor, request: { folder: string; withSecretKey: boolean }): Promise<BackupRun>;
  /** A backup of this process; throws `NotFound` for others: one that a restart ended is not finished. */
  get(id: string): BackupRun;
  cancel(id: string): BackupRun;
  close(): Promise<void>;
}

/** Backups are short and bound to their process, so what becomes of them is kept in memory. */
export async function createBackupsService(deps: {
  engines: SnapshotEngines;
  dataDir: string;
  secrets: SecretBox;
  audit: AuditLog;
  clock: () => Date;
  logger: Logger;
}): Promise<BackupsService> {
  const { engines, dataDir, secrets, audit, clock, logger } = deps;
  let latest: { run: BackupRun; stop: AbortController; work: Promise<void> } | undefined;
  // Left behind by a process that died during a backup.
  await rm(snapshotsFolder(dataDir), { recursive: true, force: true });

  async function perform(run: BackupRun, withSecretKey: boolean, signal: AbortSignal): Promise<void> {
    try {
      await writeBackup(
        engines,
        { dataDir, folder: run.folder, secrets, withSecretKey },
        { signal, onProgress: (progress) => Object.assign(run, progress) },
      );
      run.state = 'SUCCEEDED';
    } catch (error) {
      run.state = signal.aborted ? 'CANCELLED' : 'FAILED';
      run.error = signal.aborted ? 'It was cancelled.' : messageOf(error);
      logger.warn({ folder: run.folder, error: messageOf(error) }, 'a backup was not finished');
    }
  }

  function find(id: string) {
    if (latest?.run.id === id) return latest;
    throw notFound(
      'There is no such backup in this run of the server. If the server was started again meanwhile, the backup is not finished: remove its folder and take another one.',
    );
  }

  return {
    async start(actor, { folder, withSecretKey }) {
      if (actor.logTypeAccess.kind !== 'ALLOW_ALL')
        throw forbidden('A backup holds every log type, and your role may not see all of them.');
      await checkTarget({ dataDir, folder });
      if (latest?.run.state === 'RUNNING')
        throw conflict(`A backup to ${latest.run.folder} is under way. Wait for it, or cancel it.`);
      const run: BackupRun = {
        id: newId(),
        folder,
        state: 'RUNNING',
        error: '',
        startedAt: clock(),
        doneBytes: 0,
        totalBytes: 0,
      };
      const stop = new AbortController();
      latest = { run, stop, work: Promise.resolve() };
      await audit.record({ action: 'CREATE_BACKUP', actor, params: { folder, withSecretKey } });
      latest.work = perform(run, withSecretKey, stop.signal);
      return run;
    },
    get: (id) => find(id).run,
    cancel(id) {
      const { run, stop } = find(id);
      stop.abort();
      return run;
    },
    async close() {
      latest?.stop.abort();
      await latest?.work;
    },
  };
}
