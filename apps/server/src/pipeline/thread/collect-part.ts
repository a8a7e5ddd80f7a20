import { createSecretBox } from '@margay/auth';
import type { EventFilter } from '@margay/detect/event-filter';
import { stringifyJson } from '@margay/kit';
import { createRowEncoder, type RowEncoder } from '@margay/lake/rows';
import { batchOfRow } from '@margay/normalize';
import type { ClassificationFailure, EventObject, NormalizedEvent } from '@margay/model';
import { mostDiscoveredFields, timestampTextOfDate, type DiscoveredField } from '@margay/schema';
import type {
  BalancePart,
  LogTypePart,
  ProcessedPart,
  ProcessingConfig,
  RowRange,
  VolumePart,
} from '../messages.ts';
import { placeOfFailure } from '../kept-failures.ts';
import { createEventTexts, type EventTexts } from './event-texts.ts';

const samplesPerSource = 5;
const sealedNote = '(The entry is kept sealed: a schema of this source masks fields.)';

interface Collected {
  rows: RowEncoder;
  /** What the detections are to see; undefined when no rule wants the log type. */
  judged: { enrich?: (event: EventObject) => void; isWanted?: EventFilter; texts: EventTexts } | undefined;
  count: number;
  rowRanges: RowRange[];
}

/** Gathers what the batches of one request become. */
export interface PartCollector {
  event(event: NormalizedEvent): void;
  /** `isSecret`: a schema of the source masks fields, so the entry is kept sealed. */
  failure(failure: ClassificationFailure, receivedAt: number, isSecret: boolean): void;
  /** Books `received` entries and `bytes` of a source in the minute of their receipt. */
  received(
    sourceId: string,
    receivedAt: number,
    counts: { stored: number; failed: number; bytes: number },
  ): void;
  /** Of what was received in that minute, so many were booked as failed before. */
  retried(sourceId: string, receivedAt: number, count: number): void;
  volume(sourceId: string, logType: string, events: number, bytes: number): void;
  discovered(logType: string, fields: readonly DiscoveredField[]): void;
  replacedTimes(count: number): void;
  take(): ProcessedPart;
}

/** What the detections see of the events. */
export interface Judging {
  /**
   * What enriches events of a log type, undefined where no table selects it. What it adds is for the detections, and goes
   * with their matches; the table of the log type holds the events alone.
   */
  enrichmentOf(logType: string): ((event: EventObject) => void) | undefined;
  /** Which events of a log type, enriched, some detection may say anything about; undefined: any. */
  filterOf(logType: string): EventFilter | undefined;
}

export function createPartCollector(config: ProcessingConfig, judging: Judging): PartCollector {
  const ruled = new Set(config.ruledLogTypes);
  const tables = new Map<string, Collected>();
  const balance = new Map<string, BalancePart>();
  const volumes = new Map<string, VolumePart>();
  const failures = createRowEncoder(config.failuresLayout);
  const secrets = createSecretBox(config.failuresKey);
  const samples: ProcessedPart['failureSamples'] = [];
  const sampleCounts = new Map<string, number>();
  let replacedTimes = 0;
  const discovered = new Map<string, Map<string, DiscoveredField>>();

  function tableOf(logType: string): Collected {
    const known = tables.get(logType);
    if (known !== undefined) return known;
    const layout = config.layouts[logType];
    if (layout === undefined)
      throw new Error(`log type ${logType} has no table; its source was configured without one`);
    const collected = {
      rows: createRowEncoder(layout),
      judged: ruled.has(logType)
        ? {
            enrich: judging.enrichmentOf(logType),
            isWanted: judging.filterOf(logType),
            texts: createEventTexts(),
          }
        : undefined,
      count: 0,
      rowRanges: [],
    };
    tables.set(logType, collected);
    return collected;
  }

  function balanceOf(sourceId: string, receivedAt: number): BalancePart {
    const minute = Math.floor(receivedAt / 60_000) * 60_000;
    const key = `${sourceId}:${minute}`;
    const known = balance.get(key);
    if (known !== undefined) return known;
    const fresh = { sourceId, minute, received: 0, stored: 0, failed: 0, bytes: 0, retried: 0 };
    balance.set(key, fresh);
    return fresh;
  }

  return {
    event(normalized) {
      const table = tableOf(normalized.logType);
      table.rows.append(normalized);
      table.count++;
      noteRow(table.rowRanges, String(normalized.event['p_row_id']));
      if (table.judged !== undefined) writeJudged(table.judged, normalized.event);
    },
    failure(failure, receivedAt, isSecret) {
      const payload = isSecret
        ? secrets.seal(failure.payload, placeOfFailure(failure.sourceId))
        : failure.payload;
      failures.append({
        event: {
          p_row_id: failure.rowId,
          p_source_id: failure.sourceId,
          p_source_label: failure.sourceLabel,
          p_parse_time: failure.parseTime,
          payload,
          id: failure.logType,
          error: failure.error,
          candidates: failure.candidates,
          receivedAt: timestampTextOfDate(new Date(receivedAt)),
        },
      });
      const count = sampleCounts.get(failure.sourceId) ?? 0;
      sampleCounts.set(failure.sourceId, count + 1);
      if (count >= samplesPerSource) return;
      samples.push({
        sourceId: failure.sourceId,
        error: failure.error,
        payload: isSecret ? sealedNote : failure.payload.slice(0, 2000),
      });
    },
    received(sourceId, receivedAt, counts) {
      const entry = balanceOf(sourceId, receivedAt);
      entry.received += counts.stored + counts.failed;
      entry.stored += counts.stored;
      entry.failed += counts.failed;
      entry.bytes += counts.bytes;
    },
    retried(sourceId, receivedAt, count) {
      balanceOf(sourceId, receivedAt).retried += count;
    },
    volume(sourceId, logType, events, bytes) {
      const key = `${sourceId}:${logType}`;
      const entry = volumes.get(key) ?? { sourceId, logType, events: 0, bytes: 0 };
      entry.events += events;
      entry.bytes += bytes;
      volumes.set(key, entry);
    },
    discovered(logType, fields) {
      const known = discovered.get(logType) ?? new Map<string, DiscoveredField>();
      discovered.set(logType, known);
      for (const field of fields) {
        const path = JSON.stringify([...field.parents, field.key]);
        if (!known.has(path) && known.size < mostDiscoveredFields) known.set(path, field);
      }
    },
    replacedTimes(count) {
      replacedTimes += count;
    },
    take() {
      const logTypes = [...tables].map(([logType, { rows, judged, count, rowRanges }]): LogTypePart => ({
        logType,
        rows: rows.take(),
        ...(judged === undefined ? noEvents() : judged.texts.take()),
        count,
        rowRanges,
      }));
      return {
        logTypes,
        failures: failures.rowCount === 0 ? null : failures.take(),
        balance: [...balance.values()],
        volumes: [...volumes.values()],
        replacedTimes,
        failureSamples: samples,
        discovered: [...discovered].map(([logType, fields]) => ({ logType, fields: [...fields.values()] })),
      };
    },
  };
}

function writeJudged(
  { enrich, isWanted, texts }: NonNullable<Collected['judged']>,
  event: EventObject,
): void {
  enrich?.(event);
  if (isWanted === undefined || isWanted(event)) texts.add(stringifyJson(event));
}

const noEvents = () => ({ eventsJson: new Uint8Array(), eventStarts: new Uint32Array() });

/** Rows come batch by batch, in the order of their ids. */
function noteRow(ranges: RowRange[], rowId: string): void {
  const last = ranges.at(-1);
  if (last !== undefined && batchOfRow(last.to) === batchOfRow(rowId)) last.to = rowId;
  else ranges.push({ from: rowId, to: rowId });
}
