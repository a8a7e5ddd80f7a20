import { stringifyJson } from '@margay/kit';
import { parseErrorsName, storableTimes } from '@margay/model';
import type { ClassificationFailure, EventSource, NormalizedEvent } from '@margay/model';
import { createDiscovery, timestampTextOfDate } from '@margay/schema';
import type { DiscoveredField, Discovery } from '@margay/schema';
import { createClassifier } from './classify/classify.ts';
import type { Classification, Entry } from './classify/classify.ts';
import { groupSameFormat } from './classify/same-format.ts';
import type { CompiledSchema } from './compile-schema.ts';
import { rowIdsOf } from './row-id.ts';

const longestEntry = 10 * 1024 * 1024;
const longestPayload = 64 * 1024;

export interface NormalizerOptions {
  /** Candidates; tried in the order of `source.logTypes` as long as none has shown itself. */
  schemas: readonly CompiledSchema[];
  source: EventSource;
}

export interface BatchContext {
  /** Row ids are derived from it: the same batch makes the same ids. */
  batchId: string;
  parseTime: Date;
  /** Position of the first entry in the batch, when the batch comes in several pieces. */
  firstOrdinal?: number;
}

export interface NormalizedBatch {
  events: NormalizedEvent[];
  failures: ClassificationFailure[];
  /** Blank entries, header lines and comments. */
  skipped: number;
  /** Entries of a source without any schema: kept as raw data only, and no failure. */
  unclassified: number;
  /** Events whose own time the lake cannot hold, so that the time of parsing stands in its place. */
  replacedTimes: number;
  /** By log type. Characters are UTF-16 units of the raw text. */
  perLogType: Record<string, { events: number; characters: number }>;
  /** By log type: fields that field discovery found. Hand them to `withDiscoveredFields`. */
  discovered: Record<string, DiscoveredField[]>;
}

/** Normalises the entries of one stream: a file, or the batches of one HTTP source. */
export interface Normalizer {
  /**
   * Never throws for what an entry holds: such an entry is a failure. `take` is handed each event as it is made, in
   * order, and need not keep it: the events of a large batch then never live side by side, and `events` stays empty.
   */
  normalize(
    entries: Iterable<Entry>,
    context: BatchContext,
    take?: (event: NormalizedEvent) => void,
  ): NormalizedBatch;
}

/**
 * The front door of this package: raw entries to events. Plain data in and out, no globals; state (header lines,
 * which type came last) belongs to the normalizer, so make one for each stream.
 */
export function createNormalizer(options: NormalizerOptions): Normalizer {
  const { source } = options;
  const schemas = inSourceOrder(options.schemas, source.logTypes);
  let classifier: ReturnType<typeof createClassifier> | undefined;
  return {
    normalize(given, context, take) {
      const entries = Array.isArray(given) ? (given as Entry[]) : [...given];
      const batch: NormalizedBatch = {
        events: [],
        failures: [],
        skipped: 0,
        unclassified: 0,
        replacedTimes: 0,
        perLogType: {},
        discovered: {},
      };
      const nowSeconds = context.parseTime.getTime() / 1000;
      const classify = (classifier ??= createClassifier(groupSameFormat(schemas, entries, nowSeconds)));
      const parseTime = timestampTextOfDate(context.parseTime);
      const rowId = rowIdsOf(context.batchId);
      const discoveries = new Map<string, Discovery>();
      const discoveryOf = (logType: string) => {
        const discovery = discoveries.get(logType) ?? createDiscovery();
        discoveries.set(logType, discovery);
        return discovery;
      };
      let ordinal = (context.firstOrdinal ?? 0) - 1;
      for (const entry of entries) {
        ordinal++;
        if (isBlank(entry.text)) {
          batch.skipped++;
          continue;
        }
        if (schemas.length === 0) {
          batch.unclassified++;
          continue;
        }
        const outcome = entry.text.length > longestEntry ? tooLong(entry) : classify(entry, nowSeconds);
        if (outcome.kind === 'skipped') batch.skipped++;
        else if (outcome.kind === 'failed') {
          batch.failures.push({
            rowId: rowId(ordinal),
            sourceId: source.id,
            sourceLabel: source.label,
            parseTime,
            payload: cutText(payloadOf(entry), longestPayload),
            logType: outcome.closest,
            error: outcome.error,
            candidates: outcome.candidates,
          });
        } else {
          const event = finish(outcome, entry, source, rowId(ordinal), parseTime);
          if (outcome.run.eventTime === undefined && outcome.run.refusedEventTime !== undefined)
            batch.replacedTimes++;
          const count = (batch.perLogType[event.logType] ??= { events: 0, characters: 0 });
          count.events++;
          count.characters += entry.text.length;
          for (const { parents, key, value } of outcome.run.unknown) {
            discoveryOf(event.logType).note(parents, key, value);
          }
          if (take === undefined) batch.events.push(event);
          else take(event);
        }
      }
      for (const [logType, discovery] of discoveries) {
        batch.discovered[logType] = discovery.fields();
      }
      return batch;
    },
  };
}

/** Adds the standard fields. */
function finish(
  outcome: Extract<Classification, { kind: 'matched' }>,
  entry: Entry,
  source: EventSource,
  rowId: string,
  parseTime: string,
): NormalizedEvent {
  const { schema, event, run } = outcome;
  // The line of a schema that masks would keep what was to be hidden: its event rests in the line's place.
  const raw = schema.masks ? stringifyJson(event) : entry.text;
  event['p_log_type'] = schema.logType;
  event['p_row_id'] = rowId;
  event['p_event_time'] = run.eventTime ?? parseTime;
  event['p_parse_time'] = parseTime;
  event['p_schema_version'] = schema.version;
  event['p_source_id'] = source.id;
  event['p_source_label'] = source.label;
  if (entry.sourceFile !== undefined) event['p_source_file'] = entry.sourceFile;
  if (entry.header !== undefined) event['p_header'] = entry.header;
  run.indicators.writeTo(event);
  schema.fillUdm?.(event);
  if (run.eventTime === undefined && run.refusedEventTime !== undefined)
    event[parseErrorsName] = [replacedTime(run.refusedEventTime)];
  return { logType: schema.logType, event, raw };
}

const replacedTime = (text = '') =>
  `p_event_time is the time of parsing, because the event's own time ${text} lies outside ${storableTimes.first.slice(0, 19)} to ${storableTimes.last.slice(0, 19)}.`;

function inSourceOrder(schemas: readonly CompiledSchema[], logTypes: readonly string[]): CompiledSchema[] {
  const position = new Map(logTypes.map((logType, index) => [logType.toLowerCase(), index]));
  const positionOf = (schema: CompiledSchema) =>
    position.get(schema.logType.toLowerCase()) ?? logTypes.length;
  return schemas.toSorted((a, b) => positionOf(a) - positionOf(b));
}

function isBlank(text: string): boolean {
  // Most entries begin with something to see; only the others are worth trimming.
  return text.charCodeAt(0) > 32 ? false : text.trim() === '';
}

function tooLong(entry: Entry): Classification {
  return {
    kind: 'failed',
    closest: '',
    error: `The entry has ${entry.text.length} characters; at most ${longestEntry} are taken. Split it before sending.`,
    candidates: [],
  };
}

/** What a failure keeps must be readable by itself when it is processed again: a row of a table is not, nor a piece of XML. */
function payloadOf({ text, value }: Entry): string {
  return value === undefined || /^\s*[[{]/.test(text) ? text : stringifyJson(value);
}

/** Cuts without leaving half a character behind. */
function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}
