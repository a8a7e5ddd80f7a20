import { createDetectEngine, type DetectEngine, type TestResult } from '@margay/detect';
import type { ContentItem } from '@margay/detect/content';

export interface TestRunner {
  /** Runs the tests of the chosen detections (all without a choice) with the helpers and data models among the items. */
  run(items: readonly ContentItem[], chosen?: ReadonlySet<string>): Promise<TestResult[]>;
  close(): Promise<void>;
}

const ofKind = <Kind extends ContentItem['kind']>(items: readonly ContentItem[], kind: Kind) =>
  items.filter((item): item is Extract<ContentItem, { kind: Kind }> => item.kind === kind);

/** The same sandbox as the server's, kept between runs. */
export function createTestRunner(engine: DetectEngine = createDetectEngine({})): TestRunner {
  const versionId = 'local';
  return {
    run(items, chosen) {
      const globals = ofKind(items, 'global').map(({ module }) => ({ ...module, versionId }));
      const dataModels = ofKind(items, 'datamodel').map(({ model }) => ({ ...model, versionId }));
      const rules = ofKind(items, 'rule')
        .filter(({ id, tests }) => tests.length > 0 && (chosen === undefined || chosen.has(id)))
        .map(({ rule, tests }) => ({ rule: { ...rule, versionId }, tests }));
      return rules.length === 0 ? Promise.resolve([]) : engine.test({ rules, globals, dataModels });
    },
    close: () => engine.close(),
  };
}
