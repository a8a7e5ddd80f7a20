import { readContentFolder, type ContentFile } from '@margay/detect/content';
import type { Terminal } from './command.ts';

/** The files of a folder in panther-analysis format; says which folders beside them it did not read. */
export async function filesOfFolder(folder: string, terminal: Terminal): Promise<ContentFile[]> {
  const { files, passedOver } = await readContentFolder(folder);
  sayPassedOver(passedOver, terminal);
  return files;
}

/** To the standard error output, so that reports stay as they are. */
export function sayPassedOver(folders: readonly string[], terminal: Terminal): void {
  if (folders.length === 0) return;
  terminal.err(
    `Not read, because they are no folders of detection content: ${folders.join(', ')}. Name one of them to read it.`,
  );
}
