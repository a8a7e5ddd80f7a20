import { detectionFactsOf } from '@margay/alert';
import { type DetectEngine, type LoadReport } from '@margay/detect';
import { MargayError } from '@margay/kit';
import type { DetectionContent, PythonRule } from '@margay/model';
import { mergeWindows } from '../events/merge-windows.ts';
import type { EventBatch } from '../events/event-batch.ts';
import { createCandidateCounter, type CandidateCounter } from '../events/count-candidates.ts';
import type { LakeReader } from '../events/lake-reader.ts';
import { countEvents, narrowed, type PlannedWindows, type RuleNeeds } from '../events/plan-windows.ts';
import { readWindow } from '../events/read-window.ts';
import type { RebuildInputs } from '../events/rebuild-page.ts';
import { startRebuilder, type RebuilderThread } from '../events/thread/rebuilder-thread.ts';
import type { ReplayScope } from '../scope.ts';
import { createDistinctEvaluator, createEvaluator, type EvaluateTexts } from './evaluate-texts.ts';
import { dateOfEventTime } from '../events/date-of-event-time.ts';
import { eventAt, matchFindings } from './findings.ts';
import { createAlertGrouper, type AlertGrouper } from './group-alerts.ts';
import { lowerPriority } from './lower-priority.ts';
import { noCounts, type ReplayCounts, type ReplayError, type ReplayOutcome } from './outcome.ts';
import { createSlices, type Slices } from './slices.ts';

/** What a rule is replayed with: everything but the events, so that the same content gives the same result. */
export interface ReplayContent extends RebuildInputs {
  rule: PythonRule;
  globals: DetectionContent['globals'];
  dataModels: DetectionContent['dataModels'];
}

export interface ReplayOptions {
  engine: DetectEngine;
  lake: LakeReader;
  signal: AbortSignal;
  onProgress?(counts: ReplayCounts, estimatedBytes: number): void;
  /** False: every event of the window is read and given to the rule. */
  pushesDown?: boolean;
  mostAlerts?: number;
  /** For tests: sizes of pages change nothing but speed. */
  firstPageRows?: number;
  pageBytes?: number;
}

const mostErrors = 20;
/** A rule that hangs on this many events will hang on more. */
export const mostTimeouts = 10;
let revision = 0;

/**
 * Runs one rule over stored events as production would have, with the time of the event as the clock. Reads only what
 * the rule may say something about, in pages, in one order; the result depends on nothing but content and events.
 */
export async function replayRule(
  content: ReplayContent,
  scope: ReplayScope,
  options: ReplayOptions,
): Promise<ReplayOutcome> {
  const { engine, signal } = options;
  const { rule } = content;
  const rebuilder = startRebuilder({ schemas: content.schemas, enrichment: content.enrichment });
  const slices = createSlices(scope);
  const logTypes = scope.logTypes.filter((logType) => rule.logTypes.includes(logType));
  try {
    const counting = countEvents(options.lake, { ...scope, logTypes }, slices, signal);
    // Heard below. Whoever takes the engine next must not find this load under way.
    counting.catch(() => undefined);
    assertLoaded(rule, await engine.load({ ...content, rules: [rule], revision: ++revision }));
    // What an earlier text of the rule did is not held against this one.
    engine.resume(rule.id);
    for (const processId of engine.status().processIds) lowerPriority(processId);
    signal.throwIfAborted();
    const plan = await counting;
    const candidates = createCandidateCounter(options.lake, scope.from, slices);
    return await readAndJudge(rule, plan, { slices, candidates, rebuilder }, options);
  } finally {
    await rebuilder.close();
  }
}

async function readAndJudge(
  rule: PythonRule,
  { windows, estimatedBytes }: PlannedWindows,
  parts: { slices: Slices; candidates: CandidateCounter; rebuilder: RebuilderThread },
  options: ReplayOptions,
): Promise<ReplayOutcome> {
  const { engine, lake, signal, firstPageRows, pageBytes } = options;
  const needs = options.pushesDown === false ? everything : needsOf(engine, rule.id);
  const evaluate = needs.reads ? createDistinctEvaluator(engine) : createEvaluator(engine);
  const run = createRun(rule, parts.slices, options.mostAlerts ?? 10_000, evaluate);
  const tell = () => {
    run.counts.candidates = parts.slices.list.reduce((sum, slice) => sum + slice.candidates, 0);
    options.onProgress?.({ ...run.counts }, estimatedBytes);
  };
  tell();

  const { slices, candidates, rebuilder } = parts;
  const deps = {
    lake,
    rebuilder,
    onRead: run.noteRead,
    ...(firstPageRows === undefined ? {} : { firstPageRows }),
    ...(pageBytes === undefined ? {} : { pageBytes }),
  };
  const pages = windows.map((planned) => {
    const window = narrowed(planned, needs);
    const ask = () => candidates.ask(window, signal);
    return readWindow({ ...deps, counting: { slices, tell: candidates.tell, ask } }, window, signal);
  });
  for await (const batch of mergeWindows(pages)) {
    signal.throwIfAborted();
    await run.judge(batch);
    tell();
  }
  run.counts.eventsProcessed = run.counts.totalEvents;
  tell();
  return run.outcome();
}

/** Of a rule whose text is not looked at. */
const everything: RuleNeeds = { candidates: () => true, reads: undefined };

const needsOf = (engine: DetectEngine, ruleId: string): RuleNeeds => ({
  candidates: (logType) => engine.candidates(ruleId, logType),
  reads: engine.reads(ruleId),
});

function assertLoaded(rule: PythonRule, report: LoadReport): void {
  const rejection = report.rejected.find((entry) => entry.kind === 'rule' && entry.id === rule.id);
  if (!rejection) return;
  const place = rejection.line === undefined ? '' : `line ${rejection.line}: `;
  throw new MargayError(
    'invalid-input',
    `The rule ${rule.id} does not load: ${place}${rejection.error}. Fix its body and replay it again.`,
    { code: 'RuleDoesNotLoad', details: { line: rejection.line, column: rejection.column } },
  );
}

function createRun(rule: PythonRule, slices: Slices, mostAlerts: number, evaluate: EvaluateTexts) {
  const counts = noCounts();
  counts.totalEvents = slices.list.reduce((sum, slice) => sum + slice.events, 0);
  const errors: ReplayError[] = [];
  const grouper: AlertGrouper = createAlertGrouper(mostAlerts);
  const facts = detectionFactsOf(rule);
  let timeouts = 0;

  async function judge(batch: EventBatch): Promise<void> {
    const evaluation = await evaluate(rule.logTypes[0] ?? '', batch.texts);
    for (const found of evaluation.errors.toSorted((a, b) => a.eventIndex - b.eventIndex)) {
      if (errors.length < mostErrors)
        errors.push({
          error: found.error,
          traceback: found.traceback ?? '',
          event: eventAt(batch, found.eventIndex) ?? null,
        });
      if (/^(TimeoutError|InterpreterLost|HostLost)\b/.test(found.error)) timeouts++;
    }
    const findings = matchFindings(evaluation, batch, facts);
    for (const { at } of findings) slices.addMatch(at);
    grouper.add(findings);
    const last = dateOfEventTime(batch.times.at(-1) ?? '');
    counts.eventsRead += batch.texts.length;
    counts.eventsProcessed = Math.max(counts.eventsProcessed, slices.eventsBefore(last));
    counts.matches += findings.length;
    counts.errors += evaluation.errors.length;
    counts.alerts = grouper.alertCount;
    counts.processingMs += evaluation.perRule.reduce((sum, entry) => sum + entry.microseconds, 0) / 1_000;
    // A page the engine gave up on is not decided: numbers that leave it out would mislead.
    const isGivenUp =
      evaluation.skipped.length > 0 || evaluation.errors.some(({ eventIndex }) => eventIndex < 0);
    if (isGivenUp || timeouts >= mostTimeouts)
      throw new MargayError(
        'limit',
        `The rule ${rule.id} ran out of time on ${timeouts} events, the first of them ${errors.find(({ event }) => event)?.event?.rowId ?? 'unknown'}. Make it quicker and replay it again.`,
        { code: 'RuleTooSlow' },
      );
  }

  return {
    counts,
    judge,
    noteRead(bytes: number, ms: number): void {
      counts.bytesRead += bytes;
      counts.readMs += ms;
    },
    outcome(): ReplayOutcome {
      const alerts = grouper.alerts();
      for (const { createdAt } of alerts) slices.addAlert(createdAt);
      return { counts, alerts, errors, slices: slices.list, isLimited: grouper.isLimited };
    },
  };
}
