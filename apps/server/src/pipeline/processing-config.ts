import type { Lake } from '@margay/lake';
import type { EventShape, StreamFormat, StreamType } from '@margay/model';
import type { EnrichmentTable } from '@margay/normalize/enrich';
import { makeLogTypeTables, type LogTypeFault, type UsableSchema } from './log-type-tables.ts';
import type { ProcessingConfig } from './messages.ts';

/** What the pipeline needs to know of a log source. */
export interface ProcessedSource {
  id: string;
  label: string;
  logTypes: string[];
  streamType: StreamType;
  streamOptions: Omit<StreamFormat, 'type'>;
}

export interface ConfigInputs {
  lake: Lake;
  sources: readonly ProcessedSource[];
  schemas: readonly UsableSchema[];
  /** Schemas that are attached to sources and cannot be read. */
  schemaFaults?: readonly LogTypeFault[];
  ruledLogTypes: readonly string[];
  enrichment?: readonly EnrichmentTable[];
  revision: number;
  failuresKey: Uint8Array;
}

export interface BuiltConfig {
  config: ProcessingConfig;
  shapes: Map<string, EventShape>;
}

/** What the processing thread needs to know now. Makes the tables of log types that are used for the first time. */
export async function buildProcessingConfig(inputs: ConfigInputs): Promise<BuiltConfig> {
  const { lake } = inputs;
  const { shapes, layouts, faults } = await makeLogTypeTables(lake, inputs.schemas);
  const failuresLayout = lake.layout('panther_monitor', 'classification_failures');
  if (failuresLayout === undefined)
    throw new Error('the table of classification failures is missing from the lake');
  return {
    shapes,
    config: {
      revision: inputs.revision,
      sources: inputs.sources.map((source) => ({
        source: { id: source.id, label: source.label, logTypes: source.logTypes },
        format: { type: source.streamType, ...source.streamOptions },
      })),
      schemas: inputs.schemas
        .filter(({ name }) => shapes.has(name))
        .map(({ name, version, spec, owner }) => ({ name, version, spec, owner })),
      layouts,
      failuresLayout,
      failuresKey: inputs.failuresKey,
      ruledLogTypes: [...inputs.ruledLogTypes],
      enrichment: [...(inputs.enrichment ?? [])],
      faults: [...(inputs.schemaFaults ?? []), ...faults],
    },
  };
}
