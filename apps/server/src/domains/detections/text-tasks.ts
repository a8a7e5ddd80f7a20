import { readContent, type ContentFile, type ContentReading, type ReadOptions } from '@margay/detect/content';
import { defineTextTask } from '../../typed-text/define-task.ts';
import { convertedDetection, drawnLogic } from './builder-view.ts';
import { kindNamed, storedItemOf, type ContentKind } from './kinds/index.ts';

/** What is wrong with a definition, in the order of its fields. */
function definitionFaults({ kind, definition }: { kind: ContentKind; definition: unknown }) {
  const parsed = kindNamed(kind).definition.safeParse(definition);
  return (parsed.error?.issues ?? [])
    .slice(0, 1)
    .map(({ path, message }) => ({ field: path.join('.'), message }));
}

export const definitionTask = defineTextTask({
  module: import.meta.url,
  name: 'definitionTask',
  run: definitionFaults,
});

export const conversionTask = defineTextTask({
  module: import.meta.url,
  name: 'conversionTask',
  run: convertedDetection,
});

/** A stored detection as the console draws it. */
export const drawingTask = defineTextTask({ module: import.meta.url, name: 'drawingTask', run: drawnLogic });

/** Files of detection content. An item that its own kind would not read again is a problem of its file. */
export const contentTask = defineTextTask({
  module: import.meta.url,
  name: 'contentTask',
  // Uploads bring thousands of files.
  deadlineMs: 120_000,
  run({ files, options }: { files: readonly ContentFile[]; options: ReadOptions }): ContentReading {
    const reading = readContent(files, options);
    const items = reading.items.filter((item) => {
      const { kind, definition } = storedItemOf(item);
      const [issue] = definitionFaults({ kind, definition });
      if (issue === undefined) return true;
      reading.problems.push({
        file: item.file,
        id: item.id,
        field: issue.field,
        line: 1,
        column: 1,
        message: `The ${kindNamed(kind).title} cannot be stored: ${issue.message}`,
        remedy: 'Fix it and try again.',
      });
      return false;
    });
    return { ...reading, items };
  },
});
