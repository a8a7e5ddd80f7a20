import { pythonOfItem, type ContentItem, type RuleItem } from '@margay/detect/content';
import { importedModules } from '../detections/index.ts';

/** What ships with the product, by what it is for. */
export interface Catalog {
  rules: ReadonlyMap<string, RuleItem>;
  /** The rules with these ids, and the helpers and data models without which they would not run. */
  withNeeds(ids: readonly string[]): ContentItem[];
}

/** Fields of every vendor by one name: a data model of the log type says where they are. */
const readsModel = /\.udm\(/;

export function catalogOf(items: readonly ContentItem[]): Catalog {
  const rules = new Map(items.filter((item) => item.kind === 'rule').map((item) => [item.id, item]));
  const helpers = new Map(items.filter((item) => item.kind === 'global').map((item) => [item.id, item]));
  const models = items.filter((item) => item.kind === 'datamodel');

  function neededBy(item: ContentItem): ContentItem[] {
    const python = pythonOfItem(item);
    const imported = [...importedModules(python)].flatMap((name) => helpers.get(name) ?? []);
    if (item.kind !== 'rule' || !readsModel.test(python)) return imported;
    const { logTypes } = item.rule;
    return [
      ...imported,
      ...models.filter(({ model }) => model.logTypes.some((name) => logTypes.includes(name))),
    ];
  }

  return {
    rules,
    withNeeds(ids) {
      const chosen = new Set<ContentItem>(ids.flatMap((id) => rules.get(id) ?? []));
      // A set hands out what is added while it is walked through.
      for (const item of chosen) for (const needed of neededBy(item)) chosen.add(needed);
      return [...chosen];
    },
  };
}

/** An event that raises an alert by itself: of the first test that matches; undefined where one event is not enough. */
export function alertingEventOf({ rule, tests }: RuleItem): string | undefined {
  if (!rule.createAlert || rule.threshold > 1) return undefined;
  return tests.find((test) => test.expectedResult && test.mocks.length === 0)?.resource;
}
