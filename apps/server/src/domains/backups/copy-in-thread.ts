import { internalError, invalidInput, limitExceeded, MargayError } from '@margay/kit';
import { Worker } from 'node:worker_threads';
import type { CopiedFile } from './copy-files.ts';
import type { CopyOrder, FromCopier } from './thread/messages.ts';

export interface CopyWatch {
  signal: AbortSignal;
  onProgress(doneBytes: number): void;
}

/** Copies files with their digests, beside everything else. Throws what a person can read when a disk refuses; the signal's reason when it is aborted. */
export function copyInThread(order: CopyOrder, { signal, onProgress }: CopyWatch): Promise<CopiedFile[]> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./thread/main.ts', import.meta.url), { workerData: order });
    const onAbort = () => {
      void worker.terminate().then(() => fail(signal.reason));
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: FromCopier) => {
      if (message.kind === 'progress') onProgress(message.doneBytes);
      else if (message.kind === 'done') done(message.copied);
      else fail(diskFault(order.to, message));
    });
    worker.on('error', fail);
    worker.on('exit', () => {
      signal.removeEventListener('abort', onAbort);
      if (!signal.aborted) fail(internalError('The thread that copies files ended before its time.'));
    });
  });
}

/** What the system says of a disk, in a sentence that names the folder and the remedy. */
export function diskFault(
  folder: string,
  { code, path, message }: { code?: string | undefined; path?: string | undefined; message: string },
): MargayError {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return limitExceeded(`The disk of ${folder} is full. Free some space, or choose another folder.`, {
      code: 'StorageFull',
      status: 507,
    });
  if (code === 'EROFS') return invalidInput(`The disk of ${folder} can only be read. Choose another folder.`);
  if (code === 'EACCES' || code === 'EPERM')
    return invalidInput(
      `${path === undefined || path === '' ? folder : path} may not be used by the user that Margay runs as. Give it the rights, or choose another folder.`,
    );
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return invalidInput(`${folder}, or a folder above it, is a file. Choose another folder.`);
  return internalError(`Files could not be copied to ${folder}: ${message}`);
}
