import { createDetectEngine, type DetectEngine, type TestResult } from '@margay/detect';
import { runtimeContent, type ContentItem } from '@margay/detect/content';
import { fullTrust } from '@margay/model';

export interface TestRun {
  results: TestResult[];
  /** Items that cannot run at all, by id, with the reason. */
  faults: ReadonlyMap<string, string>;
}

export interface TestRunner {
  /** Runs the tests of the chosen detections (all without a choice) with the helpers and data models among the items. */
  run(items: readonly ContentItem[], chosen?: ReadonlySet<string>): Promise<TestRun>;
  close(): Promise<void>;
}

/** The same sandbox as the server's, kept between runs. */
export function createTestRunner(engine: DetectEngine = createDetectEngine({})): TestRunner {
  return {
    async run(items, chosen) {
      const isChosen = (id: string) => chosen === undefined || chosen.has(id);
      const content = runtimeContent(items.map((item) => ({ item, versionId: 'local', trust: fullTrust })));
      const { globals, dataModels } = content;
      const rules = content.rules.filter(({ rule, tests }) => tests.length > 0 && isChosen(rule.id));
      const faults = new Map([...content.faults].filter(([id]) => isChosen(id)));
      const results = rules.length === 0 ? [] : await engine.test({ rules, globals, dataModels });
      return { results, faults };
    },
    close: () => engine.close(),
  };
}
