import { conflict, internalError, invalidInput } from '@margay/kit';
import {
  type CandidateCondition,
  type DetectionContent,
  fullTrust,
  type PythonRule,
  type Trust,
} from '@margay/model';
import type {
  BodyKind,
  DetectEngine,
  DetectEngineOptions,
  Diagnostic,
  EngineStatus,
  EventBatch,
  Evaluation,
  EventFilters,
  LoadReport,
  PausedRule,
  TestRequest,
  TestResult,
} from './contract.ts';
import { type ReadBatch, readBatch } from './batch/read-batch.ts';
import { createIsolatedHostCalls } from './memory-cache.ts';
import type { FieldRead } from './prefilter/condition.ts';
import { eventFiltersOf } from './prefilter/event-filters.ts';
import { type PreparedLoad, PythonEngine } from './python-engine.ts';
import { defaultProcesses } from './settings.ts';
import type {
  CoverageRequest,
  Explanation,
  ExplainRequest,
  MutationRequest,
  MutationResult,
  RuleTiming,
  StudyModules,
  TestCoverage,
  TimingRequest,
} from './study/contract.ts';
import { mergedEvaluation, mergedReport } from './trust/merge.ts';
import { hostCallsOf } from './trust/own-cache.ts';
import { contentOf, digestOf, modulesOf, placeOf, trustsOf, withheldModules } from './trust/split-content.ts';
import { createTurns, type Turns } from './trust/turns.ts';

/**
 * Rules of one trust share a process, and rules of different trusts never do: whatever the Python of one does to its
 * process, it finds nobody else's rules and events there. A process starts when there is something for Python to do.
 */
export function createDetectEngine(options: DetectEngineOptions = {}): DetectEngine {
  return new EngineByTrust(options);
}

/** How long rules of one trust may keep those of others waiting for a process. */
const turnMs = 2_000;
/** A batch that met a change of the content is judged again, so that one content judges all of it. */
const attempts = 20;

interface Part {
  engine: PythonEngine;
  digest: string;
  report: LoadReport;
}

/** All that is judged by at a time. */
interface Loaded {
  content: DetectionContent;
  parts: ReadonlyMap<Trust, Part>;
  placeOf: ReadonlyMap<string, Trust>;
  /** By log type. */
  placesOf: ReadonlyMap<string, readonly Trust[]>;
  /** Worked out when somebody asks. */
  filters?: EventFilters;
}

class EngineByTrust implements DetectEngine {
  private readonly options: DetectEngineOptions;
  private readonly engines = new Map<Trust, PythonEngine>();
  private readonly turns: Turns<Trust>;
  private loaded: Loaded | undefined;
  /** Those of the content that is loaded, and of what is loading. */
  private wanted: ReadonlySet<Trust> = new Set();
  private wantedRevision = Number.NEGATIVE_INFINITY;
  private loading: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(options: DetectEngineOptions) {
    this.options = options;
    this.turns = createTurns({
      most: options.processes ?? defaultProcesses,
      turnMs,
      end: async (trust) => {
        await this.engines.get(trust)?.rest();
        if (!this.wanted.has(trust)) await this.forget(trust);
      },
    });
  }

  load(content: DetectionContent): Promise<LoadReport> {
    if (content.revision < this.wantedRevision)
      return Promise.reject(
        conflict(
          `Revision ${content.revision} is older than revision ${this.wantedRevision}, which is loaded or loading. Load the newest content.`,
        ),
      );
    this.wantedRevision = content.revision;
    const result = this.loading.then(() => this.loadNow(content));
    this.loading = result.catch(() => undefined);
    return result;
  }

  private async loadNow(content: DetectionContent): Promise<LoadReport> {
    const startedAt = performance.now();
    const wanted = trustsOf(content).map((trust) => {
      const own = contentOf(trust, content);
      const digest = digestOf(own);
      const before = this.loaded?.parts.get(trust);
      return { trust, own, digest, kept: before?.digest === digest ? before : undefined };
    });
    this.wanted = this.wanted.union(new Set(wanted.map(({ trust }) => trust)));
    // Where nothing changed at all, somebody wants it loaded anew.
    const isAnew = wanted.every(({ kept }) => kept);
    const loads = await allOrDropped(
      wanted.map(async ({ trust, own, digest, kept }) => {
        const engine = this.engineOf(trust);
        if (kept && !isAnew)
          return {
            trust,
            part: kept,
            commit: () => engine.adoptRevision(content.revision),
            drop: () => undefined,
          };
        const { report, commit, drop } = await this.turns.use(trust, () => engine.prepare(own));
        return { trust, part: { engine, digest, report }, commit, drop };
      }),
    );
    // All at once: no batch may meet a rule in neither of two processes.
    for (const { commit } of loads) commit();
    const before = this.loaded;
    this.loaded = {
      content,
      parts: new Map(loads.map(({ trust, part }) => [trust, part])),
      placeOf: new Map(content.rules.map((rule) => [rule.id, placeOf(rule)])),
      placesOf: placesByLogType(content),
    };
    this.wanted = new Set(this.loaded.parts.keys());
    for (const trust of before?.parts.keys() ?? []) if (!this.wanted.has(trust)) this.turns.leave(trust);
    const reports = loads.map(({ part }) => part.report);
    const milliseconds = performance.now() - startedAt;
    return mergedReport(content, reports, withheldModules(content), milliseconds);
  }

  private engineOf(trust: Trust): PythonEngine {
    let engine = this.engines.get(trust);
    if (engine === undefined) {
      const { hostCalls = createIsolatedHostCalls(this.options.clock), ...options } = this.options;
      const own = { ...options, hostCalls: hostCallsOf(trust, hostCalls) };
      engine = new PythonEngine(trust === fullTrust ? own : { ...own, workers: 1 });
      this.engines.set(trust, engine);
    }
    return engine;
  }

  private async forget(trust: Trust): Promise<void> {
    const engine = this.engines.get(trust);
    this.engines.delete(trust);
    await engine?.close();
  }

  private async ready(): Promise<Loaded> {
    if (this.isClosed) throw internalError('The detection engine is closed.');
    if (!this.loaded) await this.loading;
    if (!this.loaded) throw conflict('No detections are loaded yet. Load content before evaluating events.');
    return this.loaded;
  }

  async evaluate(given: EventBatch): Promise<Evaluation> {
    const batch = readBatch(given);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const { content, parts, placeOf: places, placesOf } = await this.ready();
      const asked = selectionsOf(batch, places, placesOf.get(batch.logType) ?? [...parts.keys()].slice(0, 1));
      const shared = { ...batch, isShared: asked.size > 1 };
      const evaluations = await Promise.all(
        [...asked].map(([trust, selection]) =>
          // While it waits for its turn, another content may come that has nothing of this trust.
          this.turns.use(trust, async () =>
            this.loaded?.parts.get(trust)?.engine.evaluate(selected(shared, selection)),
          ),
        ),
      );
      const whole = evaluations.filter((evaluation) => evaluation !== undefined);
      const isOfOneContent =
        whole.length === evaluations.length && new Set(whole.map(({ revision }) => revision)).size <= 1;
      if (isOfOneContent) return mergedEvaluation(whole[0]?.revision ?? content.revision, whole);
    }
    throw internalError(
      'Detections changed so often that no content judged the whole batch. It is judged again.',
    );
  }

  async test(request: TestRequest): Promise<TestResult[]> {
    const groups = Map.groupBy(request.rules.entries(), ([, { rule }]) => placeOf(rule));
    const results: TestResult[][] = [];
    await Promise.all(
      [...groups].map(async ([trust, entries]) => {
        const rules = entries.map(([, entry]) => entry);
        const modules = this.modulesOf(trust, request);
        const found = await this.turns.use(trust, () => this.engineOf(trust).test({ rules, ...modules }));
        let from = 0;
        for (const [place, { tests }] of entries) results[place] = found.slice(from, (from += tests.length));
      }),
    );
    return results.flat();
  }

  /** Those that are given, or else those of the loaded content, as far as this trust may run them. */
  private modulesOf(trust: Trust, given: StudyModules) {
    const { globals = [], dataModels = [] } = this.loaded?.content ?? {};
    return modulesOf(trust, { globals, dataModels, ...given });
  }

  check(body: string, kind: BodyKind, trust: Trust = fullTrust): Promise<Diagnostic[]> {
    return this.turns.use(trust, () => this.engineOf(trust).check(body, kind));
  }

  explain(request: ExplainRequest): Promise<Explanation> {
    return this.study(request, (engine, own) => engine.explain(own));
  }

  time(request: TimingRequest): Promise<RuleTiming> {
    return this.study(request, (engine, own) => engine.time(own));
  }

  cover(request: CoverageRequest): Promise<TestCoverage> {
    return this.study(request, (engine, own) => engine.cover(own));
  }

  mutate(request: MutationRequest): Promise<MutationResult> {
    return this.study(request, (engine, own) => engine.mutate(own));
  }

  private study<Request extends StudyModules & { rule: PythonRule }, Result>(
    request: Request,
    ask: (engine: PythonEngine, own: Request) => Promise<Result>,
  ): Promise<Result> {
    const trust = placeOf(request.rule);
    const own = { ...request, ...this.modulesOf(trust, request) };
    return this.turns.use(trust, () => ask(this.engineOf(trust), own));
  }

  private engineFor(ruleId: string): PythonEngine | undefined {
    const trust = this.loaded?.placeOf.get(ruleId);
    return trust === undefined ? undefined : this.engines.get(trust);
  }

  candidates(ruleId: string, logType: string): CandidateCondition {
    return this.engineFor(ruleId)?.candidates(ruleId, logType) ?? true;
  }

  eventFilters(): EventFilters | undefined {
    const { loaded } = this;
    if (this.options.prefilter === false || loaded === undefined) return undefined;
    return (loaded.filters ??= eventFiltersOf(loaded.content, (rule, type) => this.candidates(rule, type)));
  }

  reads(ruleId: string): readonly FieldRead[] | undefined {
    return this.engineFor(ruleId)?.reads(ruleId);
  }

  paused(): PausedRule[] {
    return [...this.engines.values()].flatMap((engine) => engine.paused());
  }

  pause(ruleId: string, reason: string): void {
    this.engineFor(ruleId)?.pause(ruleId, reason);
  }

  resume(ruleId: string): void {
    this.engineFor(ruleId)?.resume(ruleId);
  }

  status(): EngineStatus {
    const all = [...this.engines].map(([trust, engine]) => ({ trust, ...engine.status() }));
    const parts = all.filter(({ trust }) => this.loaded?.parts.has(trust));
    const isRunning = this.loaded !== undefined && parts.every(({ state }) => state === 'running');
    return {
      revision: this.loaded?.content.revision ?? 0,
      restarts: all.reduce((sum, { restarts }) => sum + restarts, 0),
      state: this.isClosed ? 'closed' : isRunning ? 'running' : 'starting',
      processIds: all.flatMap(({ processIds }) => processIds),
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.engines.keys()].map((trust) => this.forget(trust)));
  }
}

/** Where one load fails, nothing of the others stays in its process. */
async function allOrDropped<Load extends Pick<PreparedLoad, 'drop'>>(
  loads: Promise<Load>[],
): Promise<Load[]> {
  const settled = await Promise.allSettled(loads);
  const failed = settled.find(({ status }) => status === 'rejected');
  const done = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (failed === undefined) return done;
  for (const { drop } of done) drop();
  throw (failed as PromiseRejectedResult).reason;
}

function placesByLogType({ rules }: DetectionContent): Map<string, Trust[]> {
  const places = new Map<string, Set<Trust>>();
  for (const rule of rules)
    for (const logType of rule.logTypes) {
      const known = places.get(logType) ?? new Set();
      places.set(logType, known.add(placeOf(rule)));
    }
  return new Map([...places].map(([logType, trusts]) => [logType, [...trusts]]));
}

type Selection = EventBatch['selection'];

/** What of the batch each process is asked. */
function selectionsOf(
  { selection }: EventBatch,
  places: ReadonlyMap<string, Trust>,
  ofLogType: readonly Trust[],
): Map<Trust, Selection> {
  if (selection === undefined) return new Map(ofLogType.map((trust) => [trust, undefined]));
  return Map.groupBy(selection, ({ ruleId }) => {
    const trust = places.get(ruleId);
    if (trust === undefined)
      throw invalidInput(
        `The batch selects the rule "${ruleId}", which is not loaded. Load its content first.`,
      );
    return trust;
  });
}

const selected = (batch: ReadBatch, selection: Selection): ReadBatch =>
  selection === undefined ? batch : { ...batch, selection };
