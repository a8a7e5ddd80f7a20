import { invalidInput } from '@margay/kit';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentLimits, isContentFile, isPassedOver } from './limits.ts';
import type { ContentFile } from './read-content.ts';

/** Every YAML and Python file below a folder, but for hidden folders and caches. Links are not followed. */
export async function readContentFolder(folder: string): Promise<ContentFile[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw invalidInput(`There is no folder ${folder}. Name the folder that holds the detections.`);
  }
  const files: ContentFile[] = [];
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (const entry of await readdir(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      if (entry.isDirectory() && !isPassedOver(entry.name)) waiting.push(path);
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
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
