import type {
  DataModel,
  InlineFilters,
  PythonModule,
  PythonRule,
  SimpleDetection,
  UnitTest,
} from '@margay/model';

interface ItemBase {
  id: string;
  /** The YAML file it was read from. */
  file: string;
}

/** What the runtime needs of a detection, but for its version. */
export type RuleFacts = Omit<PythonRule, 'versionId' | 'trust'>;

/** Keys that say, in YAML, what the functions of a Python body say otherwise. */
export type AlertKeys = Omit<SimpleDetection, 'detection'>;

/** What people keep with a detection and the runtime does not need. */
export interface DetectionNotes {
  status?: string;
  onlyUseBaseRiskScore?: boolean;
  packIds?: string[];
  /** Written beside a Python body, where they have no effect; kept so that an export is what was imported. */
  alertKeys?: AlertKeys;
}

interface DetectionBase extends ItemBase {
  enabled: boolean;
  rule: RuleFacts;
  tests: UnitTest[];
  createdBy: string;
  notes: DetectionNotes;
}

/** Judges events of its log types, in Python or as a simple detection. */
export interface RuleItem extends DetectionBase {
  kind: 'rule';
}

/** Judges the rows of its queries. */
export interface ScheduledRuleItem extends DetectionBase {
  kind: 'scheduled_rule';
  scheduledQueries: string[];
}

/** Judges cloud resources. */
export interface PolicyItem extends DetectionBase {
  kind: 'policy';
  /** Empty: every type. */
  resourceTypes: string[];
  suppressions: string[];
  remediation: { delaySeconds?: number; id?: string; parameters?: Record<string, unknown> };
}

/** What a derived rule says otherwise than its base. A key that is absent follows the base. */
export interface RuleOverrides extends AlertKeys, Pick<DetectionNotes, 'status' | 'onlyUseBaseRiskScore'> {
  enabled?: boolean;
  severity?: PythonRule['severity'];
  displayName?: string;
  description?: string;
  reference?: string;
  runbook?: string;
  dedupPeriodMinutes?: number;
  threshold?: number;
  createAlert?: boolean;
  inlineFilters?: InlineFilters;
  tags?: string[];
  reports?: Record<string, string[]>;
  outputIds?: string[];
  summaryAttributes?: string[];
  tests?: UnitTest[];
}

/** The logic of another rule under settings of its own. */
export interface DerivedRuleItem extends ItemBase {
  kind: 'derived_rule';
  baseId: string;
  overrides: RuleOverrides;
}

export interface GlobalItem extends ItemBase {
  kind: 'global';
  module: Omit<PythonModule, 'versionId' | 'trust'>;
  description: string;
  tags: string[];
}

export interface DataModelItem extends ItemBase {
  kind: 'datamodel';
  displayName: string;
  model: Omit<DataModel, 'versionId' | 'trust'>;
}

/** The key of the YAML that holds a query's text: the plain one, or one that names a dialect. */
export const queryKeys = ['Query', 'SnowflakeQuery', 'AthenaQuery', 'DatabricksQuery'] as const;
export type QueryKey = (typeof queryKeys)[number];

export interface QuerySchedule {
  /** Exactly one of the two. */
  cron?: string;
  rateMinutes?: number;
  timeoutMinutes: number;
}

/** What saved and scheduled queries have in common. */
export interface QueryFacts extends ItemBase {
  description: string;
  tags: string[];
  text: string;
  key: QueryKey;
  lookback?: boolean;
  lookbackWindowSeconds?: number;
}

export interface SavedQueryItem extends QueryFacts {
  kind: 'saved_query';
}

export interface ScheduledQueryItem extends QueryFacts {
  kind: 'scheduled_query';
  enabled: boolean;
  schedule: QuerySchedule;
  email?: { recipients: string[]; sendEmpty?: boolean; preferAttachment?: boolean };
}

/** One piece of detection content as people write it: a YAML file, with a Python file beside it where needed. */
export type ContentItem =
  | DataModelItem
  | DerivedRuleItem
  | GlobalItem
  | PolicyItem
  | RuleItem
  | SavedQueryItem
  | ScheduledQueryItem
  | ScheduledRuleItem;

export type ContentKind = ContentItem['kind'];

/** What items of any kind have, also of kinds that this list does not name. */
export interface AnyItem extends ItemBase {
  kind: string;
}

/** The item of a kind; of one this list does not name, what every detection has. */
export type ItemOf<Kind extends string> = Kind extends ContentKind
  ? Extract<ContentItem, { kind: Kind }>
  : DetectionBase & { kind: Kind };

/** Something wrong with one file. Lines and columns count from 1; 0 when the file as a whole is meant. */
export interface ContentProblem {
  file: string;
  /** Id of the item when it could be read. */
  id: string;
  /** For instance `Tests[2].Log`. */
  field: string;
  line: number;
  column: number;
  message: string;
  remedy: string;
}

export function textOfContentProblem(problem: ContentProblem): string {
  const place = problem.line > 0 ? `${problem.file}:${problem.line}:${problem.column}` : problem.file;
  const field = problem.field === '' ? '' : ` ${problem.field}:`;
  return `${place}${field} ${problem.message} ${problem.remedy}`.trimEnd();
}

/** A file that is an analysis item of a kind this version does not run. */
export interface SkippedItem {
  file: string;
  id: string;
  kind: string;
  reason: string;
}

export interface ContentReading {
  items: ContentItem[];
  problems: ContentProblem[];
  skipped: SkippedItem[];
}
