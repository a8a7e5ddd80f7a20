import type { Logger } from '@margay/kit';
import type {
  CandidateCondition,
  DataModel,
  DetectionContent,
  EventObject,
  PythonKind,
  PythonModule,
  PythonRule,
  RuleError,
  RuleMatch,
  Trust,
  UnitTest,
} from '@margay/model';
import type { HostCalls } from './host-calls.ts';
import type { FieldRead } from './prefilter/condition.ts';
import type {
  CoverageRequest,
  Explanation,
  ExplainRequest,
  MutationRequest,
  MutationResult,
  RuleTiming,
  TestCoverage,
  TimingRequest,
} from './study/contract.ts';
import type { FunctionResult, TestedFunction } from './tested-functions.ts';

/** By log type, for `compileEventFilter`: an event that meets one of the conditions is wanted. Others want every event. */
export type EventFilters = ReadonlyMap<string, readonly CandidateCondition[]>;

/** Runs Python detections in a sandboxed child process; simple detections and inline filters in ours. */
export interface DetectEngine {
  /**
   * Loads content into new workers in the background and hands over between batches. What does not load is left
   * out and reported; the rest runs. The first content with a Python body (of a rule, helper or data model) starts the
   * child process; without one there is none. Throws when a newer revision is already loaded or loading.
   */
  load(content: DetectionContent): Promise<LoadReport>;
  /** Rejects only when the engine is closed or nothing was loaded; a broken rule never makes it reject. */
  evaluate(batch: EventBatch): Promise<Evaluation>;
  test(request: TestRequest): Promise<TestResult[]>;
  /** `trust`: whose text it is; default: the product's own. */
  check(body: string, kind: BodyKind, trust?: Trust): Promise<Diagnostic[]>;
  /** Why a rule, stored or not, does or does not match an event: each condition it came to, and the one that decided. */
  explain(request: ExplainRequest): Promise<Explanation>;
  /** What a rule costs on events: each of them, and each line over all. */
  time(request: TimingRequest): Promise<RuleTiming>;
  /** Lines and branches of a body its unit tests reach. */
  cover(request: CoverageRequest): Promise<TestCoverage>;
  /** Which small changes of a body its unit tests notice. */
  mutate(request: MutationRequest): Promise<MutationResult>;
  /**
   * What every event of the log type must meet for the loaded rule to say anything about it; true where its text tells
   * nothing. For reading fewer stored events.
   */
  candidates(ruleId: string, logType: string): CandidateCondition;
  /**
   * What events must meet for any loaded rule of their log type to say anything about them: who writes events as JSON for
   * `evaluate` may leave out the others. The same object for as long as the same content judges; undefined where nothing
   * may be left out.
   */
  eventFilters(): EventFilters | undefined;
  /**
   * The values all functions of the loaded rule together look at, where what they give depends on nothing else of an
   * event, nor on what came before; undefined where its text does not show that. For reading less of stored events.
   */
  reads(ruleId: string): readonly FieldRead[] | undefined;
  /**
   * Loaded rules set aside after repeated time-outs or by `pause`. They run again after `until`, or when their version
   * changes.
   */
  paused(): PausedRule[];
  /** Sets a rule aside as it is now, for the same time; nothing happens where it is not loaded. */
  pause(ruleId: string, reason: string): void;
  resume(ruleId: string): void;
  status(): EngineStatus;
  close(): Promise<void>;
}

export interface DetectEngineOptions {
  /** Python interpreters evaluating side by side; default: processors less one, at least one. */
  workers?: number;
  /**
   * Processes at a time; default 8. Rules of each trust have one of their own, and where there are more trusts they take
   * turns. Those of full trust have `workers` interpreters, the others one.
   */
  processes?: number;
  /** Ceiling of one interpreter's memory; default 512 MiB. */
  memoryLimitBytes?: number;
  deadlines?: Partial<Deadlines>;
  limits?: Partial<FunctionLimits>;
  /** Where the start-up snapshot is kept; absent: plain start each time. */
  cacheDir?: string;
  logger?: Logger;
  /** Answers what rules ask for while they run. Absent: an in-memory cache, no tables, no resources. */
  hostCalls?: HostCalls;
  /**
   * False: nobody reads what bodies can reach, and all of a trust share interpreters. For showing that it is the process
   * that keeps trusts apart.
   */
  reading?: boolean;
  /** False: every rule runs on every event. */
  prefilter?: boolean;
  /** Milliseconds since 1970; for the pause of rules. */
  clock?: () => number;
}

/** All in milliseconds. */
export interface Deadlines {
  /** Budget of one rule over one batch: `baseMs + perEventMs * events`, at most `capMs`. */
  baseMs: number;
  perEventMs: number;
  capMs: number;
  /** Budget of one event when a slow rule is run event by event. */
  eventMs: number;
  /** From the polite interruption to the end of the interpreter. */
  graceMs: number;
  /** Budget of loading one module, and of one unit test. */
  loadMs: number;
  testMs: number;
  /** How long a rule waits for an answer to a host call. */
  hostCallMs: number;
  /** Without a sign of life for this long, the child process is killed and started again. */
  heartbeatMs: number;
  /** How long a rule is set aside after `timeoutsToPause` time-outs within `pauseMs`. */
  pauseMs: number;
  timeoutsToPause: number;
}

/** In characters, `destinations` in entries. */
export interface FunctionLimits {
  text: number;
  dedup: number;
  destinations: number;
  context: number;
}

export interface EventBatch {
  logType: string;
  /** UTF-8 JSON array of events. */
  json: Uint8Array;
  count: number;
  /**
   * Where each event begins in `json`, and then its length, where the caller knows; saves looking for them. There may be
   * no blanks between the events then.
   */
  starts?: Uint32Array;
  /** The same events parsed, where the caller has them; saves parsing them again for the prefilter. */
  events?: readonly EventObject[];
  /** Which rules on which events (positions in the array). Absent: every rule of the log type on every event. */
  selection?: { ruleId: string; events: Uint32Array }[];
}

export interface Evaluation {
  /** Of the content that was used. */
  revision: number;
  matches: RuleMatch[];
  errors: RuleError[];
  /**
   * Only rules that ran. `events`: how many prefilter and inline filters left. `microseconds`: of processor time.
   * `waitedMicroseconds`: what passed while it waited for answers of the server.
   */
  perRule: { ruleId: string; events: number; microseconds: number; waitedMicroseconds: number }[];
  /** Every rule that may run, with the events that came to it, before prefilter and inline filters. */
  considered: { ruleId: string; events: number }[];
  /** Rules that should have run and did not. */
  skipped: SkippedRule[];
}

export type SkippedRule = { ruleId: string; events: number } & (
  | { reason: 'rejected' }
  | { reason: 'paused'; pause: PausedRule }
);

export interface LoadReport {
  revision: number;
  loadedRules: number;
  rejected: Rejection[];
  /** What runs apart from all else, because its text leaves open what it reaches, and why. */
  apart: ApartModule[];
  /** Rules that tell for which events they need not run. */
  prefilteredRules: number;
  milliseconds: number;
}

export interface ApartModule {
  id: string;
  kind: 'rule' | 'global' | 'data-model';
  /** `line 3: it imports gc`. */
  reason: string;
}

export interface Rejection {
  id: string;
  kind: 'rule' | 'global' | 'data-model';
  /** `ErrorName: message`; for simple detections and inline filters `SDcode: field: message remedy`. */
  error: string;
  /** For instance `Detection[2].Condition`; where the fault is no line of a body. */
  field?: string;
  /** In the body of `id`, from 1. */
  line?: number;
  column?: number;
  traceback?: string;
}

export interface TestRequest {
  rules: { rule: PythonRule; tests: UnitTest[] }[];
  /** Helpers and data models to test against; default: those of the loaded content. */
  globals?: PythonModule[];
  dataModels?: DataModel[];
}

export interface TestResult {
  ruleId: string;
  testName: string;
  passed: boolean;
  expectedResult: boolean;
  /** What `rule()` or `policy()` returned; null when it failed. */
  result: boolean | null;
  triggersAlert: boolean;
  /** Why the test could not run: the body does not load, the event is no object, a mock names nothing. */
  error: string | null;
  /** Line in the body, where `error` has one. */
  line?: number;
  functions: Partial<Record<TestedFunction, FunctionResult>>;
  /** What the body printed, cut. */
  output: string;
  microseconds: number;
}

export type BodyKind = PythonKind | 'DERIVED_RULE' | 'GLOBAL' | 'DATA_MODEL';

export interface Diagnostic {
  severity: 'error' | 'warning';
  code: string;
  message: string;
  /** From 1; the end is exclusive. */
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface PausedRule {
  ruleId: string;
  ruleVersionId: string;
  /** Milliseconds since 1970. */
  since: number;
  until: number;
  reason: string;
}

export interface EngineStatus {
  revision: number;
  /** How often the child process had to be started again. */
  restarts: number;
  /** `running`: content is loaded, and the child process is there if the content needs one. */
  state: 'starting' | 'running' | 'closed';
  /** Of the child processes there are at the moment, one for each trust. */
  processIds: number[];
}
