import { permissions, type LogTypeAccess, type Permission } from '@margay/auth';
import { createDetectEngine, type DetectEngine } from '@margay/detect';
import { testCacheDir } from '@margay/detect/testing';
import { silentLogger } from '@margay/kit';
import { openChanges, type Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import type { Actor } from '../../api/actor.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createTestAuditLog } from '../audit-log/testing.ts';
import { createDetectionsService, type DetectionsService } from './service.ts';
import { uploadContent, type UploadOptions } from './upload.ts';
import { createTextReader } from '../../typed-text/reader.ts';

export const actorWith = (held: readonly Permission[] = permissions): Actor => ({
  kind: 'person',
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  roleName: 'Admin',
  permissions: new Set(held),
  logTypeAccess: { kind: 'ALLOW_ALL', logTypes: [] },
});

export interface TestDetections {
  store: Store;
  engine: DetectEngine;
  detections: DetectionsService;
  /** Log types with a schema; tests add to it. */
  logTypes: string[];
  /** What people may read by now, by their id; nothing is known of others. */
  accessToday: Map<string, LogTypeAccess>;
  /** Uploads files given as path and text; answers `id: change or verdict`, with the reason where there is one. */
  upload(files: Record<string, string>, options?: UploadOptions & { actor?: Actor }): Promise<string[]>;
  close(): Promise<void>;
}

const quickEngine = () =>
  createDetectEngine({
    workers: 1,
    cacheDir: testCacheDir,
  });

/** The domain on a fresh store, with the real engine or one that loads nothing. */
export async function openTestDetections(engine = quickEngine()): Promise<TestDetections> {
  const store = await openTestStore(migrations);
  const logTypes = ['AWS.CloudTrail', 'Okta.SystemLog'];
  const accessToday = new Map<string, LogTypeAccess>();
  const changes = await openChanges({ store, logger: silentLogger });
  const detections = createDetectionsService({
    store,
    changes,
    engine,
    audit: createTestAuditLog(store),
    logger: silentLogger,
    texts: createTextReader(),
    knownLogTypes: () => Promise.resolve(logTypes),
    accessOf: () => Promise.resolve(accessToday),
    logTypesOfQuery: () => ({ any: 'this test has no lake' }),
  });
  return {
    store,
    engine,
    detections,
    logTypes,
    accessToday,
    async upload(files, { actor = actorWith(), ...options } = {}) {
      const list = Object.entries(files).map(([path, text]) => ({ path, text }));
      const { verdicts } = await uploadContent(detections, actor, list, options);
      return verdicts.map(
        ({ id, verdict, change, reason }) =>
          `${id}: ${change ?? verdict}${reason === '' ? '' : ` (${reason})`}`,
      );
    },
    async close() {
      await changes.close();
      await engine.close();
      await store.close();
    },
  };
}

/** An engine that takes everything and runs nothing, for tests of what is stored. */
export const idleEngine = {
  load: ({ revision }: { revision: number }) =>
    Promise.resolve({
      revision,
      loadedRules: 0,
      rejected: [],
      apart: [],
      prefilteredRules: 0,
      milliseconds: 0,
    }),
  check: () => Promise.resolve([]),
  close: () => Promise.resolve(),
} as unknown as DetectEngine; // the rest is never asked for

export const ruleBody = 'def rule(event):\n    return event.get("door") == "a"\n';

/** YAML of a rule with a body in `rule.py`. */
export const ruleYaml = (id: string, extra = '') =>
  `AnalysisType: rule\nRuleID: ${id}\nEnabled: true\nFilename: rule.py\nSeverity: Low\nLogTypes: [AWS.CloudTrail]\n${extra}`;

/** One item of every kind. */
export const everyKind: Record<string, string> = {
  'rule.py': ruleBody,
  'rule.yml': ruleYaml('My.Rule', 'Status: Experimental\nInlineFilters:\n  - All: []\n'),
  'derived.yml':
    'AnalysisType: rule\nRuleID: My.Derived\nBaseDetection: My.Rule\nSeverity: Critical\nThreshold: 7\n',
  'simple.yml':
    'AnalysisType: rule\nRuleID: My.Simple\nEnabled: false\nSeverity: High\nLogTypes: [AWS.CloudTrail]\nDetection:\n  - { Key: door, Condition: Equals, Value: a }\nAlertTitle: Door {door}\nGroupBy:\n  - Key: door\n',
  'scheduled.yml':
    'AnalysisType: scheduled_rule\nRuleID: My.Scheduled\nEnabled: true\nFilename: rule.py\nSeverity: Info\nScheduledQueries: [My query]\n',
  'policy.py': 'def policy(resource):\n    return bool(resource)\n',
  'policy.yml':
    'AnalysisType: policy\nPolicyID: My.Policy\nEnabled: true\nFilename: policy.py\nSeverity: Medium\nResourceTypes: [AWS.S3.Bucket]\nSuppressions: [arn:aws:s3:::public-*]\n',
  'helper.py': 'def yes():\n    return True\n',
  'helper.yml': 'AnalysisType: global\nGlobalID: my_helper\nFilename: helper.py\nDescription: Says yes\n',
  'model.yml':
    'AnalysisType: datamodel\nDataModelID: My.Model\nEnabled: true\nLogTypes: [AWS.CloudTrail]\nMappings:\n  - { Name: actor, Path: user.id }\n',
  'query.yml':
    'AnalysisType: scheduled_query\nQueryName: My query\nEnabled: true\nQuery: select 1 as n limit 1\nSchedule: { RateMinutes: 60, TimeoutMinutes: 5 }\n',
  'saved.yml': 'AnalysisType: saved_query\nQueryName: Other query\nQuery: aws_cloudtrail | limit 5\n',
};
