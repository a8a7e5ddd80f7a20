import {
  readContent,
  textOfContentProblem,
  type ContentFile,
  type ContentItem,
} from '@margay/detect/content';
import type { Actor } from '../../api/actor.ts';
import type { DetectionsService, ManyItem } from './service.ts';

export interface ItemVerdict {
  file: string;
  id: string;
  kind: string;
  verdict: 'stored' | 'refused' | 'left-out';
  /** Why it was refused or left out; or that it is stored but does not load, and why. */
  reason: string;
}

/** Every item is named once; the good ones are stored in one transaction, the others are left as they were. */
export async function uploadContent(
  service: DetectionsService,
  actor: Actor,
  files: readonly ContentFile[],
  options: { managed?: boolean } = {},
): Promise<ItemVerdict[]> {
  const reading = readContent(files);
  const order = { global: 0, datamodel: 1, rule: 2 };
  const items = reading.items.toSorted((a, b) => order[a.kind] - order[b.kind]);
  if (items.length > 0)
    await service.writeMany(
      actor,
      items.map((item) => manyItemOf(item, options.managed ?? false)),
    );
  const stored = await loadErrors(service, items);
  return [
    ...items.map((item): ItemVerdict => ({
      file: item.file,
      id: item.id,
      kind: item.kind,
      verdict: 'stored',
      reason: stored.get(item.id) ?? '',
    })),
    ...reading.problems.map((problem): ItemVerdict => ({
      file: problem.file,
      id: problem.id,
      kind: '',
      verdict: 'refused',
      reason: textOfContentProblem(problem),
    })),
    ...reading.skipped.map(({ file, id, kind, reason }): ItemVerdict => ({
      file,
      id,
      kind,
      verdict: 'left-out',
      reason,
    })),
  ];
}

async function loadErrors(
  service: DetectionsService,
  items: readonly ContentItem[],
): Promise<Map<string, string>> {
  const rules = await service.rules(items.filter((item) => item.kind === 'rule').map((item) => item.id));
  return new Map(
    rules.flatMap((rule) => (rule.loadError === null ? [] : [[rule.id, `does not load: ${rule.loadError}`]])),
  );
}

function manyItemOf(item: ContentItem, managed: boolean): ManyItem {
  if (item.kind === 'global') {
    const { description, tags, module } = item;
    return {
      kind: 'GLOBAL',
      id: item.id,
      enabled: true,
      managed,
      definition: { description, tags, body: module.body },
    };
  }
  if (item.kind === 'datamodel') {
    const { id: _id, enabled, ...model } = item.model;
    return {
      kind: 'DATA_MODEL',
      id: item.id,
      enabled,
      managed,
      definition: { displayName: item.displayName, ...model },
    };
  }
  const { id: _id, ...rule } = item.rule;
  return {
    kind: 'RULE',
    id: item.id,
    enabled: item.enabled,
    managed,
    definition: { ...rule, tests: item.tests, createdByExternal: item.createdBy },
  };
}
