import type { EventFilters } from '@margay/detect';
import { compileEventFilter, type EventFilter } from '@margay/detect/event-filter';
import { createBatchFramer, frameBuffer, type BatchFramer, type Framed } from '@margay/ingest/framing';
import { compileSchema, createNormalizer, type CompiledSchema, type Normalizer } from '@margay/normalize';
import { createEnricher } from '@margay/normalize/enrich';
import type { ClassificationFailure, StreamFormat } from '@margay/model';
import { readSchema, timestampTextOfDate } from '@margay/schema';
import type { LogTypeFault } from '../log-type-tables.ts';
import type { Piece, ProcessedPart, ProcessingConfig, SourceConfig } from '../messages.ts';
import { createPartCollector, type PartCollector } from './collect-part.ts';

interface BatchState {
  normalizer: Normalizer;
  /** A candidate masks fields, so entries that fail must not rest in clear. */
  masks: boolean;
  format: StreamFormat;
  nextOrdinal: number;
}
interface OpenBatch extends BatchState {
  framer: BatchFramer;
}

const noSchema = 'No schema is attached to this source. Attach one, then process these entries again.';

/** Turns pieces of batches into rows. One per thread; holds the compiled schemas and the batches still open. */
export function createProcessor() {
  let config: ProcessingConfig | undefined;
  let compiled = new Map<string, CompiledSchema>();
  let enricher = createEnricher([]);
  let filters = new Map<string, EventFilter>();
  const open = new Map<string, OpenBatch>();

  function schemaOf(name: string): CompiledSchema[] {
    const spec = config?.schemas.find((schema) => schema.name === name);
    if (spec === undefined) return [];
    const key = `${spec.name}:${spec.version}`;
    const known = compiled.get(key);
    if (known !== undefined) return [known];
    const { schema } = readSchema(spec.spec, { owner: spec.owner, name: spec.name });
    if (schema === undefined) return [];
    const fresh = compileSchema(schema, spec.version);
    compiled.set(key, fresh);
    return [fresh];
  }

  function startBatch(piece: Piece, settings: SourceConfig): BatchState {
    const logTypes = piece.logTypes ?? settings.source.logTypes;
    const schemas = logTypes.flatMap(schemaOf);
    const normalizer = createNormalizer({ schemas, source: { ...settings.source, logTypes } });
    return {
      normalizer,
      masks: schemas.some((schema) => schema.masks),
      format: formatOf(piece, schemas),
      nextOrdinal: 0,
    };
  }

  function take(
    piece: Piece,
    settings: SourceConfig,
    framed: Framed,
    batch: BatchState,
    into: PartCollector,
    parseTime: Date,
  ): void {
    const { sourceFile } = piece;
    const entries =
      sourceFile === undefined ? framed.entries : framed.entries.map((entry) => ({ ...entry, sourceFile }));
    const { batchId } = piece;
    const aside = setAsideText(config?.faults ?? [], piece.logTypes ?? settings.source.logTypes);
    let stored = 0;
    const result = batch.normalizer.normalize(
      entries,
      { batchId, parseTime, firstOrdinal: batch.nextOrdinal },
      (event) => {
        into.event(event);
        stored++;
      },
    );
    const keep = (failure: ClassificationFailure) => into.failure(failure, piece.receivedAt, batch.masks);
    const firstOrdinal = batch.nextOrdinal;
    batch.nextOrdinal += entries.length;
    for (const failure of result.failures)
      keep(aside === '' ? failure : { ...failure, error: `${failure.error} ${aside}` });
    const facts = {
      sourceId: settings.source.id,
      sourceLabel: settings.source.label,
      parseTime: timestampTextOfDate(parseTime),
      logType: '',
      candidates: [],
    };
    framed.failures.forEach((failure, i) =>
      keep({
        ...facts,
        rowId: `${batchId.slice(0, 22)}f${(firstOrdinal + i).toString(16).padStart(9, '0')}`,
        payload: failure.sample,
        error: failure.reason,
      }),
    );
    if (result.unclassified > 0) {
      entries.forEach((entry, i) => {
        if (entry.text.trim() === '') return;
        keep({
          ...facts,
          rowId: `${batchId.slice(0, 22)}e${(firstOrdinal + i).toString(16).padStart(9, '0')}`,
          payload: entry.text.slice(0, 65_536).toWellFormed(),
          error: aside === '' ? noSchema : aside,
        });
      });
    }
    const failed = result.failures.length + framed.failures.length + result.unclassified;
    into.received(settings.source.id, piece.receivedAt, {
      stored,
      failed,
      bytes: piece.retriedFailures === undefined ? framed.counts.bytes : 0,
    });
    for (const [logType, volume] of Object.entries(result.perLogType)) {
      into.volume(settings.source.id, logType, volume.events, volume.characters);
    }
    into.replacedTimes(result.replacedTimes);
    for (const [logType, fields] of Object.entries(result.discovered)) into.discovered(logType, fields);
  }

  function processPiece(piece: Piece, into: PartCollector, parseTime: Date, active: ProcessingConfig): void {
    const settings =
      active.sources.find((candidate) => candidate.source.id === piece.sourceId) ?? unknownSource(piece);
    into.retried(piece.sourceId, piece.receivedAt, piece.retriedFailures ?? 0);
    const isWhole = piece.isLast && !open.has(piece.batchId);
    if (isWhole) {
      const batch = startBatch(piece, settings);
      take(piece, settings, frameBuffer(piece.bytes, batch.format), batch, into, parseTime);
      return;
    }
    let batch = open.get(piece.batchId);
    if (batch === undefined) {
      const begun = startBatch(piece, settings);
      batch = { ...begun, framer: createBatchFramer(begun.format) };
      open.set(piece.batchId, batch);
    }
    take(piece, settings, batch.framer.push(piece.bytes), batch, into, parseTime);
    if (!piece.isLast) return;
    take(piece, settings, batch.framer.end(), batch, into, parseTime);
    open.delete(piece.batchId);
  }

  return {
    configure(next: ProcessingConfig): void {
      config = next;
      enricher = createEnricher(next.enrichment);
      const wanted = new Set(next.schemas.map((schema) => `${schema.name}:${schema.version}`));
      compiled = new Map([...compiled].filter(([key]) => wanted.has(key)));
    },
    /** Which events the detections are to see; undefined: all. */
    filterEvents(given: EventFilters | undefined): void {
      filters = new Map(
        [...(given ?? [])].map(([logType, conditions]) => [logType, compileEventFilter(logType, conditions)]),
      );
    },
    drop(batchId: string): void {
      open.delete(batchId);
    },
    process(pieces: readonly Piece[], parseTime: Date): ProcessedPart {
      if (config === undefined)
        throw new Error('the processing thread was asked to work before it was configured');
      const collector = createPartCollector(config, {
        enrichmentOf(logType) {
          const enrich = enricher.forLogType(logType);
          return enrich && ((event) => enrich(event, parseTime.getTime()));
        },
        filterOf: (logType) => filters.get(logType),
      });
      for (const piece of pieces) processPiece(piece, collector, parseTime, config);
      return collector.take();
    },
  };
}

/** Why log types of a source were not tried; empty when all were. */
function setAsideText(faults: readonly LogTypeFault[], logTypes: readonly string[]): string {
  if (faults.length === 0) return '';
  const names = new Set(logTypes.map((name) => name.toLowerCase()));
  return faults
    .filter(({ logType }) => names.has(logType.toLowerCase()))
    .map(({ logType, reason }) => `${logType} is set aside, so it was not tried: ${reason}`)
    .join(' ')
    .slice(0, 2_000);
}

/** Where every schema is CSV with one delimiter, line breaks inside quotes belong to their cells. */
function formatOf({ format }: Piece, schemas: readonly CompiledSchema[]): StreamFormat {
  const [first] = schemas;
  const csvDelimiter = first?.csvDelimiter;
  const isCsv = csvDelimiter !== undefined && schemas.every((schema) => schema.csvDelimiter === csvDelimiter);
  return isCsv ? { ...format, csvDelimiter } : format;
}

/** The source was deleted while its batch waited: what was acknowledged is still kept, as failures. */
function unknownSource(piece: Piece): SourceConfig {
  return { source: { id: piece.sourceId, label: '(deleted source)', logTypes: [] }, format: piece.format };
}
