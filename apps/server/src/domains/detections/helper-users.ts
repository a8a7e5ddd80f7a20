import { kindNamed } from './kinds/index.ts';
import type { ContentRecord } from './store.ts';

const importLine = /^[ \t]*(?:from[ \t]+([A-Za-z_]\w*)(?:\.[\w.]*)?[ \t]+import\b|import[ \t]+([^#\n]+))/gm;

/** Top-level modules that a Python text imports, anywhere in it. */
export function importedModules(body: string): Set<string> {
  const found = new Set<string>();
  for (const [, from, list] of body.matchAll(importLine)) {
    if (from !== undefined) found.add(from);
    for (const entry of list?.split(',') ?? []) {
      const name = /^\s*([A-Za-z_]\w*)/.exec(entry)?.[1];
      if (name !== undefined) found.add(name);
    }
  }
  return found;
}

/** What imports each helper, by the helper's id; each list by id. */
export function helperUsers(records: readonly ContentRecord[]): Map<string, ContentRecord[]> {
  const helpers = new Set(records.filter(({ kind }) => kindNamed(kind).isLibrary).map(({ id }) => id));
  const users = new Map<string, ContentRecord[]>();
  for (const record of records) {
    for (const name of importedModules(bodyOf(record))) {
      if (!helpers.has(name) || name === record.id) continue;
      users.set(name, [...(users.get(name) ?? []), record]);
    }
  }
  for (const [name, list] of users) {
    users.set(
      name,
      list.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }
  return users;
}

function bodyOf({ kind, definition }: ContentRecord): string {
  const read = kindNamed(kind).bodyOf;
  return read?.(definition) ?? '';
}
