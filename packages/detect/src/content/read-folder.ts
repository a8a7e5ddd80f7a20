import { invalidInput } from '@margay/kit';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentLimits, isContentFile, isPassedOver, repositoryFolders } from './limits.ts';
import type { ContentFile } from './read-content.ts';

export interface ContentFolderFiles {
  /** By path. */
  files: ContentFile[];
  /** Names of folders directly below it that were not read. */
  passedOver: string[];
}

/**
 * Every YAML and Python file below a folder, but for hidden folders and caches. Links are not followed. Of a repository
 * in panther-analysis format only the known folders are read: beside them lie templates that are no content, and the
 * format's own tool does the same.
 */
export async function readContentFolder(folder: string): Promise<ContentFolderFiles> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw invalidInput(`There is no folder ${folder}. Name the folder that holds the detections.`);
  }
  const files: ContentFile[] = [];
  const passedOver = await notOfRepository(folder);
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (const entry of await readdir(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      const isLeftOut = isPassedOver(entry.name) || (current === folder && passedOver.includes(entry.name));
      if (entry.isDirectory() && !isLeftOut) waiting.push(path);
      if (!entry.isFile() || !isContentFile(entry.name)) continue;
      if (files.length >= contentLimits.files) {
        throw invalidInput(
          `${folder} holds more than ${contentLimits.files} files. Name the folder of the detections itself.`,
        );
      }
      if ((await stat(path)).size > contentLimits.fileBytes) {
        throw invalidInput(`${path} is larger than 5 MB. Detection content is text; remove the file.`);
      }
      files.push({ path: relative(folder, path).split(sep).join('/'), text: await readFile(path, 'utf8') });
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), passedOver };
}

/** Two known folders side by side tell such a repository from a folder that somebody made as they like. */
async function notOfRepository(folder: string): Promise<string[]> {
  const isKnown = (name: string) => repositoryFolders.some((known) => name.startsWith(known));
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !isPassedOver(entry.name))
    .map(({ name }) => name);
  if (names.filter(isKnown).length < 2) return [];
  return names.filter((name) => !isKnown(name)).toSorted();
}
