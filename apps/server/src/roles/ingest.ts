import type { Logger } from '@margay/kit';
import type { EventShape, PythonRule } from '@margay/model';
import { startPipeline, type Pipeline } from '../pipeline/pipeline.ts';
import { buildProcessingConfig } from '../pipeline/processing-config.ts';
import { flushStatistics } from '../pipeline/rule-statistics.ts';
import type { RecordFindings } from '../pipeline/findings.ts';
import type { Platform } from '../wire.ts';

const flushMs = 5_000;

export interface IngestRole {
  pipeline: Pipeline;
  stop(): Promise<void>;
}

/** Runs the pipeline and keeps it at the newest sources, schemas and detections. */
export async function startIngest(
  platform: Platform,
  recordFindings: RecordFindings,
  logger: Logger,
): Promise<IngestRole> {
  const { services, lake, store } = platform;
  let shapes = new Map<string, EventShape>();
  let rules = new Map<string, PythonRule>();
  let revision = 0;

  const pipeline = await startPipeline({
    buffer: platform.buffer,
    lake,
    store,
    engine: platform.detect,
    logger: logger.child({ stage: 'pipeline' }),
    clock: platform.clock,
    shapeOf: (logType) => shapes.get(logType),
    ruleOf: (id) => rules.get(id),
    recordFindings,
    onFailures: async () => undefined,
  });

  async function reconfigure(): Promise<void> {
    const sources = await services.logSources.list();
    const schemas = await services.schemas.active(sources.flatMap((source) => source.logTypes));
    const content = await services.detections.content();
    rules = new Map(content.rules.map((rule) => [rule.id, rule]));
    const built = await buildProcessingConfig({
      lake,
      sources,
      schemas,
      ruledLogTypes: [...new Set(content.rules.flatMap((rule) => rule.logTypes))],
      revision: ++revision,
    });
    shapes = built.shapes;
    pipeline.configure(built.config);
  }

  services.logSources.onChange(reconfigure);
  services.schemas.onChange(reconfigure);
  services.detections.onChange(reconfigure);
  await services.detections.reload();
  await reconfigure();
  const flusher = setInterval(() => {
    flushStatistics(store, platform.clock()).catch((error: unknown) =>
      logger.warn({ error: String(error) }, 'rule statistics could not be written'),
    );
  }, flushMs);
  return {
    pipeline,
    async stop() {
      clearInterval(flusher);
      await pipeline.stop();
      await flushStatistics(store, platform.clock());
    },
  };
}
