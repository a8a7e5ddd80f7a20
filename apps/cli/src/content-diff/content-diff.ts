import { sameContent, sameValue, type ContentItem } from '@margay/detect/content';

export interface ItemChange {
  id: string;
  change: 'new' | 'modified' | 'unchanged' | 'only-on-server';
  /** What differs of a modified item, as paths like `rule.severity`. */
  fields: string[];
}

/** How the items of a folder differ from those of a server, by id; `only-on-server` is what an upload would not touch. */
export function contentDiff(local: readonly ContentItem[], stored: readonly ContentItem[]): ItemChange[] {
  const onServer = new Map(stored.map((item) => [item.id, item]));
  const changes = local.map((item): ItemChange => {
    const before = onServer.get(item.id);
    onServer.delete(item.id);
    if (before === undefined) return { id: item.id, change: 'new', fields: [] };
    if (sameContent(item, before)) return { id: item.id, change: 'unchanged', fields: [] };
    return { id: item.id, change: 'modified', fields: changedFields(before, item) };
  });
  const left = [...onServer.keys()].map((id): ItemChange => ({ id, change: 'only-on-server', fields: [] }));
  return [...changes, ...left].toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Members that differ, one level below `rule`, `model`, `module` and their like. */
function changedFields(before: ContentItem, after: ContentItem): string[] {
  const fields: string[] = [];
  for (const [name, [old, now]] of pairsOf(before, after)) {
    if (name === 'file' || sameValue(old, now)) continue;
    if (!isRecord(old) || !isRecord(now)) fields.push(name);
    else
      for (const [inner, [oldMember, member]] of pairsOf(old, now))
        if (!sameValue(oldMember, member)) fields.push(`${name}.${inner}`);
  }
  return fields;
}

function pairsOf(before: object, after: object): Map<string, [unknown, unknown]> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return new Map([...names].toSorted().map((name) => [name, [old.get(name), now.get(name)]]));
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
