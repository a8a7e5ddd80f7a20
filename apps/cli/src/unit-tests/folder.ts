import {
  baseOfItem,
  pythonOfItem,
  readContent,
  readContentFolder,
  type ContentFile,
  type ContentItem,
  type ContentReading,
} from '@margay/detect/content';

/** The content of a folder, read again in parts as its files change. */
export interface ContentFolder {
  /** Names of folders directly below it that hold no content. */
  passedOver: readonly string[];
  reading(): ContentReading;
  /** Reads the folder again; returns the ids of the items that differ, and of those that use them. */
  refresh(): Promise<Set<string>>;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * Only folders with a changed file are parsed again: a YAML file and its Python file lie beside each other, and parsing a
 * thousand YAML files takes seconds.
 */
export async function openContentFolder(root: string): Promise<ContentFolder> {
  const first = await readContentFolder(root);
  let files = byPath(first.files);
  const groups = new Map<string, ContentReading>();
  for (const [folder, members] of grouped(files)) groups.set(folder, readContent(members));
  // An id used in two folders is a fault only the whole can see.
  const whole = (): ContentReading => {
    const all = [...groups.values()];
    const seen = new Map<string, string>();
    const reading: ContentReading = {
      items: [],
      problems: all.flatMap(({ problems }) => problems),
      skipped: all.flatMap(({ skipped }) => skipped),
    };
    for (const item of all.flatMap(({ items }) => items).toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
      const first = seen.get(item.id);
      if (first === undefined) {
        seen.set(item.id, item.file);
        reading.items.push(item);
      } else {
        const { file, id } = item;
        const message = `The id ${id} is used by ${first} already.`;
        reading.problems.push({
          file,
          id,
          field: '',
          line: 1,
          column: 1,
          message,
          remedy: 'Give one of them another id.',
        });
      }
    }
    return reading;
  };
  let current = whole();

  return {
    passedOver: first.passedOver,
    reading: () => current,
    async refresh() {
      const before = new Map(current.items.map((item) => [item.id, JSON.stringify(item)]));
      const next = byPath((await readContentFolder(root)).files);
      const paths = new Set([...files.keys(), ...next.keys()]);
      const changed = new Set([...paths].filter((path) => files.get(path) !== next.get(path)).map(folderOf));
      files = next;
      const now = grouped(files);
      for (const folder of changed) {
        const members = now.get(folder);
        if (members === undefined) groups.delete(folder);
        else groups.set(folder, readContent(members));
      }
      current = whole();
      return withUsers(
        current.items.filter((item) => before.get(item.id) !== JSON.stringify(item)),
        current.items,
      );
    },
  };
}

const byPath = (files: readonly ContentFile[]) => new Map(files.map(({ path, text }) => [path, text]));

function grouped(files: ReadonlyMap<string, string>): Map<string, ContentFile[]> {
  const groups = new Map<string, ContentFile[]>();
  for (const [path, text] of files) {
    const members = groups.get(folderOf(path));
    if (members === undefined) groups.set(folderOf(path), [{ path, text }]);
    else members.push({ path, text });
  }
  return groups;
}

/** A helper's name in the body is taken as its import: one test too many is cheap, one too few is not. */
function withUsers(changed: readonly ContentItem[], all: readonly ContentItem[]): Set<string> {
  const ids = new Set(changed.map(({ id }) => id));
  if (changed.some((item) => item.kind === 'datamodel')) return new Set(all.map(({ id }) => id));
  let helpers = changed.filter((item) => item.kind === 'global').map(({ id }) => id);
  while (helpers.length > 0) {
    const name = new RegExp(`\\b(?:${helpers.map((id) => id.replace(/\W/g, '\\$&')).join('|')})\\b`);
    const users = all.filter((item) => !ids.has(item.id) && name.test(pythonOfItem(item)));
    for (const { id } of users) ids.add(id);
    helpers = users.filter((item) => item.kind === 'global').map(({ id }) => id);
  }
  for (const item of all) {
    const base = baseOfItem(item);
    if (base !== undefined && ids.has(base)) ids.add(item.id);
  }
  return ids;
}
