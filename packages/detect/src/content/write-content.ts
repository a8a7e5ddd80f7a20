import { createHash } from 'node:crypto';
import type { ContentItem } from './item.ts';
import { kindOfItem } from './kinds/index.ts';
import type { ContentFile } from './read-content.ts';
import { printYaml } from './yaml-text.ts';

const longestName = 120;

/** The items as files that `readContent` reads as the same items. */
export function writeContent(items: readonly ContentItem[]): ContentFile[] {
  const taken = new Set<string>();
  return items.flatMap((item) => {
    const kind = kindOfItem(item);
    const { yaml, body } = kind.write(item);
    const name = freeName(`${kind.folder}/${fileNameOf(item.id)}`, item.id, taken);
    if (body === undefined) return [{ path: `${name}.yml`, text: printYaml(yaml) }];
    const { AnalysisType, ...rest } = yaml;
    const named = { AnalysisType, Filename: `${name.slice(kind.folder.length + 1)}.py`, ...rest };
    return [
      { path: `${name}.py`, text: body },
      { path: `${name}.yml`, text: printYaml(named) },
    ];
  });
}

/** Letters, digits, dot, dash and underline are safe in a file name everywhere; a leading dot would hide the file. */
function fileNameOf(id: string): string {
  return id.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^\.+/, '_');
}

/** Ids that come to the same name, and long ones, get a part of their digest. Case does not tell files apart everywhere. */
function freeName(wanted: string, id: string, taken: Set<string>): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 12);
  const isLong = wanted.length > longestName;
  const name =
    isLong || taken.has(wanted.toLowerCase()) ? `${wanted.slice(0, longestName - 13)}-${digest}` : wanted;
  taken.add(name.toLowerCase());
  return name;
}
