import { conflict, internalError, type Logger, messageOf, silentLogger } from '@margay/kit';
import type { CandidateCondition, DetectionContent } from '@margay/model';
import { createAnalysisCache } from './analysis-cache.ts';
import { collectOutcomes, eachRuleOnce, emptyEvaluation } from './batch/collect.ts';
import { learn } from './batch/learn.ts';
import { type BatchPart, type BatchPlan, partBody, planBatch } from './batch/plan.ts';
import type { ReadBatch } from './batch/read-batch.ts';
import type { Run, WireTest } from './child/messages.ts';
import type { TestPayload } from './child/requests.ts';
import type {
  ApartModule,
  BodyKind,
  Deadlines,
  DetectEngineOptions,
  Diagnostic,
  EngineStatus,
  Evaluation,
  FunctionLimits,
  LoadReport,
  Rejection,
  TestRequest,
  TestResult,
} from './contract.ts';
import type { HostCalls } from './host-calls.ts';
import { ChildHost, HostLost } from './host/child-host.ts';
import { keptChildCode } from './host/child-code.ts';
import { createHostKeeper, type HostKeeper } from './host/host-keeper.ts';
import {
  diagnosticsSchema,
  type EvaluateResult,
  evaluateResultSchema,
  loadResultSchema,
  testResultsSchema,
} from './host/replies.ts';
import { readRuntimeFiles } from './host/runtime-files.ts';
import { createSnapshotStore } from './host/snapshot-store.ts';
import { describeLoaded, type LoadedContent, readOwnRules, wireContent, wireRule } from './loaded.ts';
import { createIsolatedHostCalls } from './memory-cache.ts';
import { judgeHere } from './in-process/judge.ts';
import { createRulePauses, type RulePauses } from './pauses.ts';
import { planTests } from './plan-tests.ts';
import { candidateCondition, fieldReads } from './prefilter/candidates.ts';
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
import { studyPartsSchema } from './study/replies.ts';
import { type AskStudy, coverRule, explainRule, mutateRule, timeRule } from './study/study.ts';
import { childSettings, defaultDeadlines, defaultLimits } from './settings.ts';

const attempts = 2;

interface Current {
  /** Undefined where the content has nothing for Python. */
  host: ChildHost | undefined;
  loaded: LoadedContent;
}

/** A content that is loaded and that no batch is judged by yet. */
export interface PreparedLoad {
  report: LoadReport;
  /** From now on it is what judges. */
  commit(): void;
  /** It is not wanted any more. */
  drop(): void;
}

/** Rules that may share a process. It starts when there is something for Python to do; the call that wants it waits. */
export class PythonEngine {
  private readonly options: DetectEngineOptions;
  private readonly deadlines: Deadlines;
  private readonly limits: FunctionLimits;
  private readonly logger: Logger;
  private readonly mayPrefilter: boolean;
  private readonly known = createAnalysisCache();
  private readonly hostCalls: HostCalls;
  private readonly pauses: RulePauses;
  private readonly keeper: HostKeeper;
  private loading: Promise<unknown> = Promise.resolve();
  private apart: Promise<unknown> = Promise.resolve();
  private current: Current | undefined;
  private lastGeneration = 0;
  private isClosed = false;
  private isResting = false;

  constructor(options: DetectEngineOptions) {
    this.options = options;
    this.deadlines = { ...defaultDeadlines, ...options.deadlines };
    this.limits = { ...defaultLimits, ...options.limits };
    this.logger = options.logger ?? silentLogger;
    this.mayPrefilter = options.prefilter !== false;
    const clock = options.clock ?? Date.now;
    this.hostCalls = options.hostCalls ?? createIsolatedHostCalls(clock);
    const { timeoutsToPause: limit, pauseMs } = this.deadlines;
    this.pauses = createRulePauses({ limit, pauseMs, clock });
    this.keeper = createHostKeeper(() => this.startHost(), this.logger);
  }

  prepare(content: DetectionContent): Promise<PreparedLoad> {
    return this.inTurn(async () =>
      hasPython(content)
        ? this.retryOnLoss((host) => this.loadInto(host, content))
        : Promise.resolve(this.loadHere(content)),
    );
  }

  /** The same content is the one of a later revision too. */
  adoptRevision(revision: number): void {
    if (!this.current) return;
    const { host, loaded } = this.current;
    this.current = { host, loaded: { ...loaded, content: { ...loaded.content, revision } } };
  }

  /** Ends the process; the next call that needs one starts it again. Nothing may be under way. */
  async rest(): Promise<void> {
    this.isResting = true;
    await this.keeper.rest();
  }

  async evaluate(batch: ReadBatch): Promise<Evaluation> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      await this.quiet();
      const { host, loaded } = await this.ready();
      const plan = this.plan(batch, loaded);
      const running: Promise<{ part: BatchPart; result: EvaluateResult }>[] = [];
      // No await between `ready` and this: the generation must not be retired before the batch is on its way.
      for (const part of plan.parts) {
        // Without a process no rule is Python's, and there are no parts.
        const run = this.run(host!, loaded, part, part.runs).then((result) => ({ part, result }));
        // Where a later part cannot be read, nobody asks for this one.
        run.catch(() => undefined);
        running.push(run);
      }
      const evaluation = this.begin(plan, loaded);
      try {
        const results = await Promise.all(running);
        for (const { part, result } of results) this.collect(evaluation, result, part, part.runs, loaded);
        learn(plan, batch, results);
        return { ...evaluation, perRule: eachRuleOnce(evaluation.perRule) };
      } catch (error) {
        if (!(error instanceof HostLost)) throw error;
        this.logger.warn(
          { logType: batch.logType, error: error.message },
          'a batch lost its detection process',
        );
      }
    }
    const apart = this.apart.then(() => this.evaluateApart(batch));
    this.apart = apart.catch(() => undefined);
    return apart;
  }

  /** While a batch is run apart no other may be at work: the one could take the process from the other. */
  private async quiet(): Promise<void> {
    for (let seen; seen !== this.apart;) await (seen = this.apart);
  }

  /** Something in this batch kills the whole process: rule by rule, the one that does it is found. */
  private async evaluateApart(batch: ReadBatch): Promise<Evaluation> {
    const { loaded } = await this.ready();
    const plan = this.plan(batch, loaded);
    const parts = [...plan.parts];
    const evaluation = this.begin(plan, loaded);
    for (const { part, run } of parts.flatMap((part) => part.runs.map((run) => ({ part, run })))) {
      const lost =
        (await this.runAlone(loaded, part, run, evaluation)) && // once more before it is blamed
        (await this.runAlone(loaded, part, run, evaluation));
      if (!lost) continue;
      const { id, versionId } = loaded.content.rules[run.rule]!;
      const about = { ruleId: id, ruleVersionId: versionId };
      evaluation.errors.push({ ...about, eventIndex: -1, error: `HostLost: ${lost.message}` });
      this.pauses.note(about, 1);
    }
    return { ...evaluation, perRule: eachRuleOnce(evaluation.perRule) };
  }

  /** Everything that needs no Python. */
  private begin(plan: BatchPlan, loaded: LoadedContent): Evaluation {
    const evaluation = emptyEvaluation(loaded, plan);
    judgeHere(plan, loaded, this.limits, evaluation);
    return evaluation;
  }

  /** Returns how the process was lost, if it was. */
  private async runAlone(
    loaded: LoadedContent,
    part: BatchPart,
    run: Run,
    evaluation: Evaluation,
  ): Promise<HostLost | undefined> {
    const now = await this.ready();
    const number = now.loaded.numberOf.get(loaded.content.rules[run.rule]!.id);
    if (number === undefined) return undefined; // removed meanwhile
    try {
      const runs = [{ ...run, rule: number }];
      this.collect(evaluation, await this.run(now.host!, now.loaded, part, runs), part, runs, now.loaded);
      return undefined;
    } catch (error) {
      if (error instanceof HostLost) return error;
      throw error;
    }
  }

  private plan(batch: ReadBatch, loaded: LoadedContent): BatchPlan {
    return planBatch(batch, {
      loaded,
      usesPrefilter: this.mayPrefilter,
      pauseOf: (ruleId, versionId) => this.pauses.pauseOf(ruleId, versionId),
    });
  }

  private async run(
    host: ChildHost,
    loaded: LoadedContent,
    part: BatchPart,
    runs: Run[],
  ): Promise<EvaluateResult> {
    const header = {
      type: 'evaluate',
      generation: loaded.generation,
      eventBytes: part.events.length,
      runs,
      isApart: part.isApart,
    } as const;
    const scope = {
      calls: this.hostCalls,
      ruleIdOf: (unit: number) => loaded.content.rules[unit]?.id ?? '',
    };
    return host.ask(header, partBody(part), evaluateResultSchema, scope);
  }

  private collect(
    evaluation: Evaluation,
    result: EvaluateResult,
    part: BatchPart,
    runs: Run[],
    loaded: LoadedContent,
  ): void {
    const { rules } = loaded.content;
    for (const { rule, timeouts } of collectOutcomes(evaluation, result, part, runs, loaded)) {
      const about = { ruleId: rules[rule]!.id, ruleVersionId: rules[rule]!.versionId };
      if (this.pauses.note(about, timeouts))
        this.logger.warn(about, 'a rule is paused after repeated time-outs');
    }
  }

  async test(request: TestRequest): Promise<TestResult[]> {
    const plan = planTests(request, this.limits);
    if (plan.groups.length === 0) return plan.results([]);
    const current = this.current?.loaded.content;
    const modules = {
      globals: request.globals ?? current?.globals ?? [],
      dataModels: request.dataModels ?? current?.dataModels ?? [],
    };
    const payload: TestPayload = {
      content: wireContent(modules, [], this.limits),
      groups: plan.groups.map(({ rule, tests }, number): WireTest => ({
        rule: wireRule(rule, number, false),
        tests,
      })),
    };
    const ruleIdOf = (unit: number) => plan.groups[unit]?.rule.id ?? '';
    const scope = { calls: createIsolatedHostCalls(), ruleIdOf };
    const body = bytesOf(payload);
    const reply = await this.retryOnLoss((host) =>
      host.ask({ type: 'test' }, body, testResultsSchema, scope),
    );
    return plan.results(reply);
  }

  check(body: string, kind: BodyKind): Promise<Diagnostic[]> {
    return this.retryOnLoss((host) => host.ask({ type: 'check', body, kind }, undefined, diagnosticsSchema));
  }

  explain(request: ExplainRequest): Promise<Explanation> {
    return explainRule(this.study, request, this.limits);
  }

  time(request: TimingRequest): Promise<RuleTiming> {
    return timeRule(this.study, request);
  }

  cover(request: CoverageRequest): Promise<TestCoverage> {
    return coverRule(this.study, request);
  }

  mutate(request: MutationRequest): Promise<MutationResult> {
    return mutateRule(this.study, request);
  }

  private readonly study: AskStudy = async (study, rule, modules) => {
    const loaded = this.current?.loaded.content;
    const globals = modules.globals ?? loaded?.globals ?? [];
    const dataModels = modules.dataModels ?? loaded?.dataModels ?? [];
    const body = bytesOf({ content: wireContent({ globals, dataModels }, [], this.limits), study });
    const scope = { calls: createIsolatedHostCalls(), ruleIdOf: () => rule.id };
    return this.retryOnLoss((host) => host.ask({ type: 'study' }, body, studyPartsSchema, scope));
  };

  candidates(ruleId: string, logType: string): CandidateCondition {
    return this.current ? candidateCondition(this.current.loaded, ruleId, logType) : true;
  }

  reads(ruleId: string): readonly FieldRead[] | undefined {
    return this.current && fieldReads(this.current.loaded, ruleId);
  }

  paused() {
    const { content, numberOf } = this.current?.loaded ?? {};
    return this.pauses
      .list()
      .filter(
        ({ ruleId, ruleVersionId }) =>
          content?.rules[numberOf?.get(ruleId) ?? -1]?.versionId === ruleVersionId,
      );
  }

  pause(ruleId: string, reason: string): void {
    const { loaded } = this.current ?? {};
    const rule = loaded?.content.rules[loaded.numberOf.get(ruleId) ?? -1];
    if (rule) this.pauses.pause({ ruleId, ruleVersionId: rule.versionId }, reason);
  }

  resume(ruleId: string): void {
    this.pauses.resume(ruleId);
  }

  status(): EngineStatus {
    const { host, loaded } = this.current ?? {};
    const isThere = host !== undefined && !host.isLost;
    const isReady = loaded && (host === undefined || isThere || this.isResting);
    return {
      revision: loaded?.content.revision ?? 0,
      restarts: this.keeper.restarts(),
      state: this.isClosed ? 'closed' : isReady ? 'running' : 'starting',
      processIds: isThere && host.processId !== undefined ? [host.processId] : [],
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.keeper.close();
  }

  private async startHost(): Promise<ChildHost> {
    const files = readRuntimeFiles();
    const { cacheDir } = this.options;
    const store = cacheDir === undefined ? undefined : createSnapshotStore(cacheDir, files.fingerprint);
    const unkept = (error: unknown) => {
      this.logger.warn({ error: messageOf(error) }, 'what quickens the start of Python could not be kept');
    };
    const code = cacheDir === undefined ? files : await keptChildCode(cacheDir, files).catch(unkept);
    return new ChildHost({
      files: { ...files, ...code },
      settings: childSettings(this.options, files),
      snapshot: await store?.read(),
      heartbeatMs: this.deadlines.heartbeatMs,
      logger: this.logger,
      onSnapshot: (snapshot) => void store?.write(snapshot).catch(unkept),
    });
  }

  /** What holds no Python needs no process. */
  private loadHere(content: DetectionContent): PreparedLoad {
    const startedAt = performance.now();
    const { ownRules, rejected } = readOwnRules(content.rules);
    const loaded = describeLoaded(++this.lastGeneration, content, {
      ownRules,
      rejected,
      analyses: [],
      apart: [],
    });
    return this.prepared({ host: undefined, loaded }, reportOf(loaded, rejected, [], startedAt));
  }

  private prepared(next: Current, report: LoadReport): PreparedLoad {
    return {
      report,
      commit: () => {
        retire(this.current);
        this.current = next;
        this.isResting = false;
      },
      drop: () => retire(next),
    };
  }

  private async loadInto(host: ChildHost, content: DetectionContent): Promise<PreparedLoad> {
    const startedAt = performance.now();
    const generation = ++this.lastGeneration;
    const { known } = this;
    known.begin(content.globals);
    const own = readOwnRules(content.rules);
    const rules = content.rules.flatMap((rule, number) =>
      rule.simple ? [] : [wireRule(rule, number, this.mayPrefilter && !known.isKnown(rule))],
    );
    const body = bytesOf(wireContent(content, rules, this.limits));
    const { loaded, rejected, apart } = await this.whole(host, generation, async () => {
      const told = await host.ask({ type: 'load', generation }, body, loadResultSchema);
      const analyses = this.mayPrefilter ? known.complete(content.rules, told.analyses) : [];
      const rejected = [...told.rejected, ...own.rejected];
      const { apart } = told;
      const loaded = describeLoaded(generation, content, {
        ownRules: own.ownRules,
        rejected,
        analyses,
        apart,
      });
      return { rejected, loaded, apart };
    });
    return this.prepared({ host, loaded }, reportOf(loaded, rejected, apart, startedAt));
  }

  /** A generation nobody will ask for must not stay in the process. */
  private async whole<T>(host: ChildHost, generation: number, loading: () => Promise<T>): Promise<T> {
    try {
      return await loading();
    } catch (error) {
      host.tell({ type: 'retire', generation });
      throw error;
    }
  }

  /** The loaded content in a living process; loads it again where the process died. */
  private async ready(): Promise<Current> {
    if (this.isClosed) throw internalError('The detection engine is closed.');
    if (!this.current) await this.loading;
    if (!this.current) throw conflict('No detections are loaded yet. Load content before evaluating events.');
    if (!this.current.host?.isLost) return this.current;
    await this.inTurn(async () => {
      // Another content may have come meanwhile.
      if (this.current!.host?.isLost)
        (await this.retryOnLoss((host) => this.loadInto(host, this.current!.loaded.content))).commit();
    });
    return this.current;
  }

  /** Loads happen one after the other: the last one asked for is the one that stays. */
  private inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = this.loading.then(action, action);
    this.loading = result.catch(() => undefined);
    return result;
  }

  private async retryOnLoss<T>(action: (host: ChildHost) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await action(await this.keeper.get());
      } catch (error) {
        if (!(error instanceof HostLost) || this.isClosed) throw error;
        if (attempt >= attempts) throw internalError('The detection process keeps ending.', { cause: error });
      }
    }
  }
}

function retire(content: Current | undefined): void {
  if (content) content.host?.tell({ type: 'retire', generation: content.loaded.generation });
}

/** Helpers and data models too: what is wrong with them is told when they are loaded, whoever uses them. */
function hasPython({ rules, globals, dataModels }: DetectionContent): boolean {
  return (
    rules.some(({ simple }) => !simple) ||
    globals.length > 0 ||
    dataModels.some(({ enabled, body }) => enabled && body !== undefined)
  );
}

function reportOf(
  loaded: LoadedContent,
  rejected: Rejection[],
  apart: ApartModule[],
  startedAt: number,
): LoadReport {
  const { revision, rules } = loaded.content;
  return {
    revision,
    loadedRules: rules.length - loaded.rejected.size,
    rejected,
    apart,
    prefilteredRules: loaded.analyses.size,
    milliseconds: performance.now() - startedAt,
  };
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
