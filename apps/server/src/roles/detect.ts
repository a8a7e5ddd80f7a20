import { startHeartbeat, type Logger } from '@margay/kit';
import type { EventShape, PythonRule } from '@margay/model';
import type { ProcessedPart } from '../pipeline/messages.ts';
import { startPipeline, type Pipeline } from '../pipeline/pipeline.ts';
import { failuresKeyOf } from '../pipeline/kept-failures.ts';
import { followLogTypeFaults, readLogTypeFaults } from '../pipeline/follow-log-type-faults.ts';
import { buildProcessingConfig } from '../pipeline/processing-config.ts';
import { flushStatistics } from '../pipeline/rule-statistics.ts';
import type { Metrics } from '../metrics.ts';
import type { Platform } from '../wire.ts';

const flushMs = 5_000;
const mendMs = 60_000;

export interface DetectRole {
  pipeline: Pipeline;
  stop(): Promise<void>;
}

/** One system error for each source too much of which matched no schema; repetitions within a day join it. */
async function reportFailures(platform: Platform, samples: ProcessedPart['failureSamples']): Promise<void> {
  for (const [sourceId, failures] of Map.groupBy(samples, (sample) => sample.sourceId)) {
    const tooMany = await platform.services.sourceHealth.tooManyFailures(sourceId);
    if (tooMany === undefined) continue;
    const source = await platform.services.logSources.byId(sourceId);
    const name = source?.label ?? sourceId;
    await platform.services.alertWriter.raise({
      type: 'SOURCE_CLASSIFICATION_FAILURES',
      relatedComponent: 'LOG_SOURCE',
      relatedId: sourceId,
      relatedName: name,
      title: `${name}: events match none of the source's schemas`,
      description: `${tooMany} They are kept in panther_monitor.public.classification_failures. Add the log type they belong to, or fix its schema; then process them again.`,
      details: { failures },
      quotedLogTypes: source?.logTypes ?? [],
    });
  }
}

/** Ends the system errors of sources that are understood again. */
async function endMended(platform: Platform, sourceIds: readonly string[]): Promise<void> {
  const { services } = platform;
  for (const sourceId of sourceIds) {
    if ((await services.sourceHealth.tooManyFailures(sourceId)) !== undefined) continue;
    await services.alerts.recover('SOURCE_CLASSIFICATION_FAILURES', sourceId);
  }
}

/** One system error for each source whose events do not come to their end. */
async function reportStuck(platform: Platform, sourceIds: readonly string[], error: string): Promise<void> {
  for (const sourceId of sourceIds) {
    const source = await platform.services.logSources.byId(sourceId);
    const name = source?.label ?? sourceId;
    await platform.services.alertWriter.raise({
      type: 'SOURCE_LOG_PROCESSING_ERRORS',
      relatedComponent: 'LOG_SOURCE',
      relatedId: sourceId,
      relatedName: name,
      title: `${name}: events cannot be brought to their end`,
      description:
        'Work on a batch of this source failed again and again. Nothing is lost: the batch waits in the spool and is tried again every 30 seconds, and others are worked on meanwhile. The error is in the details, and with its place in the server’s log.',
      details: { error },
    });
  }
}

/** Ends these system errors, unless log types of the source are set aside: that is told by the same one. */
async function endStuck(platform: Platform, sourceIds: readonly string[]): Promise<void> {
  const { services, store } = platform;
  const faults = new Set((await readLogTypeFaults(store)).map(({ logType }) => logType.toLowerCase()));
  for (const sourceId of sourceIds) {
    const source = await services.logSources.byId(sourceId);
    if (source?.logTypes.some((logType) => faults.has(logType.toLowerCase())) === true) continue;
    await services.alerts.recover('SOURCE_LOG_PROCESSING_ERRORS', sourceId);
  }
}

/** Runs the pipeline (parse, store, judge, alert) and keeps it at the newest sources, schemas and detections. */
export async function startDetect(platform: Platform, metrics: Metrics, logger: Logger): Promise<DetectRole> {
  const { services, lake, store } = platform;
  let shapes = new Map<string, EventShape>();
  let rules = new Map<string, PythonRule>();
  let revision = 0;
  let hasFaults = false;

  const pipeline = await startPipeline({
    buffer: platform.buffer,
    lake,
    store,
    processId: platform.processId,
    catchUpWithChanges: platform.catchUpWithChanges,
    engine: platform.detect,
    logger: logger.child({ stage: 'pipeline' }),
    clock: platform.clock,
    shapeOf: (logType) => shapes.get(logType),
    ruleOf: (id) => rules.get(id),
    alertWriter: services.alertWriter,
    signals: platform.signals,
    recordPassed: services.passedEvents.record,
    onFailures: (samples) => reportFailures(platform, samples),
    onRetried: (sourceIds) => endMended(platform, sourceIds),
    async onStuck(sourceIds, error) {
      metrics.stuckGroups.set(pipeline.stuck());
      await reportStuck(platform, sourceIds, error);
    },
    async onUnstuck(sourceIds) {
      metrics.stuckGroups.set(pipeline.stuck());
      await endStuck(platform, sourceIds);
    },
    async onDiscovered(discovered) {
      for (const { logType, fields } of discovered) await services.schemas.noteDiscovered(logType, fields);
    },
    onPart({ balance, replacedTimes }, { matches, errors }) {
      metrics.replacedTimes.inc(replacedTimes);
      for (const { stored, failed } of balance) {
        metrics.entries.inc({ outcome: 'stored' }, stored);
        metrics.entries.inc({ outcome: 'failed' }, failed);
      }
      metrics.findings.inc({ kind: 'match' }, matches.length);
      metrics.findings.inc({ kind: 'error' }, errors.length);
    },
  });

  async function reconfigure(): Promise<void> {
    const sources = [...(await services.logSources.list()), services.auditSource];
    const { schemas, faults: schemaFaults } = await services.schemas.activeOrFaults(
      sources.flatMap((source) => source.logTypes),
    );
    const content = await services.detections.content();
    rules = new Map(content.rules.map((rule) => [rule.id, rule]));
    const built = await buildProcessingConfig({
      lake,
      sources,
      schemas,
      schemaFaults,
      ruledLogTypes: [...new Set(content.rules.flatMap((rule) => rule.logTypes))],
      enrichment: services.lookupTables.enrichment(),
      revision: ++revision,
      failuresKey: failuresKeyOf(platform.secrets),
    });
    shapes = built.shapes;
    pipeline.configure(built.config);
    hasFaults = built.config.faults.length > 0;
    await followLogTypeFaults(platform, sources, built.config.faults, revision === 1);
  }

  /** Batches wait in the spool until the detections are there: nothing passes by unjudged. */
  async function loadDetections(): Promise<void> {
    for (let waitMs = 500; ; waitMs = Math.min(10_000, waitMs * 2)) {
      if ((await services.detections.reload()) !== undefined) return;
      await new Promise((turn) => setTimeout(turn, waitMs));
    }
  }

  services.logSources.onChange(reconfigure);
  services.schemas.onChange(reconfigure);
  services.detections.onChange(reconfigure);
  services.lookupTables.onChange(reconfigure);
  await loadDetections();
  await reconfigure();
  const flusher = startHeartbeat(
    flushMs,
    async () => services.profiler.watch(await flushStatistics(store, platform.clock())),
    (error) => logger.warn({ error: String(error) }, 'rule statistics could not be written'),
  );
  // A full disk or another passing cause leaves a log type set aside; a person's change looks again at once.
  const mender = startHeartbeat(
    mendMs,
    async () => {
      if (hasFaults) await reconfigure();
    },
    (error) => logger.warn({ error: String(error) }, 'log types that are set aside could not be tried again'),
  );
  return {
    pipeline,
    async stop() {
      await mender.stop();
      await flusher.stop();
      await pipeline.stop();
      await flushStatistics(store, platform.clock());
    },
  };
}
