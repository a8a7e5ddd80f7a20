import { invalidInput } from '@margay/kit';
import type { EventObject } from '@margay/model';
import type { Run } from '../child/messages.ts';
import type { EventBatch, Evaluation } from '../contract.ts';
import type { LoadedContent } from '../loaded.ts';
import type { AnswerMemo, Mark } from '../prefilter/memo.ts';
import { type EventSpans, joinEvents, splitEvents } from './split.ts';

/** What of a batch goes to Python. */
export interface BatchPlan {
  /** JSON array of the events some rule must see. */
  events: Uint8Array;
  positions: Uint32Array;
  runs: Run[];
  /** Place in the original batch of each event sent. */
  original: number[];
  skipped: Evaluation['skipped'];
  /** What a False of these rules on these events (places in the original batch) would teach. */
  lessons: Lesson[];
  /** Where to note them. */
  memo: AnswerMemo | undefined;
  /** Events not sent, because they are nested deeper than the interpreter can stand. */
  tooDeep: { rule: number; event: number }[];
}

export interface Lesson {
  rule: number;
  event: number;
  mark: Mark;
}

export interface PlanOptions {
  loaded: LoadedContent;
  usesPrefilter: boolean;
  isPaused(ruleId: string, versionId: string): boolean;
}

/** An interpreter dies of JSON nested some 50,000 deep; no log needs a hundredth of this. */
export const deepestEvent = 200;

export function planBatch(batch: EventBatch, options: PlanOptions): BatchPlan {
  const { loaded } = options;
  const spans = splitEvents(batch.json, batch.count);
  if (batch.events && batch.events.length !== batch.count)
    throw invalidInput(
      `The batch holds ${batch.count} events, but ${batch.events.length} parsed ones were given.`,
    );
  const skipped: Evaluation['skipped'] = [];
  const lessons: Lesson[] = [];
  const wanted = wantedEvents(batch, loaded, (rule, events) => {
    const { id, versionId } = loaded.content.rules[rule]!;
    const isRejected = loaded.rejected.has(rule);
    if (!isRejected && !options.isPaused(id, versionId)) return true;
    skipped.push({ ruleId: id, reason: isRejected ? 'rejected' : 'paused', events });
    return false;
  });
  const memo = options.usesPrefilter ? loaded.filterOf(batch.logType).memo : undefined;
  const chosen: Wanted = options.usesPrefilter ? narrow(batch, loaded, wanted, lessons) : wanted;
  // An event that is not sent teaches nothing.
  const sent = lessons.filter(({ event }) => spans.depths[event]! <= deepestEvent);
  return { ...arrange(batch, spans, chosen), skipped, lessons: sent, memo };
}

/** Rule number to positions; null: all events. */
type Wanted = Map<number, Uint32Array | number[] | null>;

function wantedEvents(
  batch: EventBatch,
  loaded: LoadedContent,
  mayRun: (rule: number, events: number) => boolean,
): Wanted {
  const wanted: Wanted = new Map();
  if (!batch.selection) {
    for (const rule of loaded.rulesOf.get(batch.logType) ?? [])
      if (mayRun(rule, batch.count)) wanted.set(rule, null);
    return wanted;
  }
  for (const { ruleId, events } of batch.selection) {
    const rule = loaded.numberOf.get(ruleId);
    if (rule === undefined)
      throw invalidInput(
        `The batch selects the rule "${ruleId}", which is not loaded. Load its content first.`,
      );
    const outside = events.find((event) => event >= batch.count);
    if (outside !== undefined)
      throw invalidInput(
        `The batch selects event ${outside} for "${ruleId}", but it holds ${batch.count} events.`,
      );
    if (mayRun(rule, events.length)) wanted.set(rule, events);
  }
  return wanted;
}

/** Leaves out the events on which a rule cannot match, or is known not to. */
function narrow(batch: EventBatch, loaded: LoadedContent, wanted: Wanted, lessons: Lesson[]): Wanted {
  const chosen = new Map<number, number[]>();
  const limits = new Map<number, Set<number>>();
  for (const rule of loaded.rulesOf.get(batch.logType) ?? []) {
    const events = wanted.get(rule);
    if (events === undefined) continue;
    chosen.set(rule, []);
    if (events) limits.set(rule, new Set(events));
  }
  if (chosen.size === 0) return wanted;
  const { prefilter, memo } = loaded.filterOf(batch.logType);
  const events = batch.events ?? parsedEvents(batch.json);
  let event = 0;
  function choose(rule: number): void {
    const places = chosen.get(rule);
    if (!places || limits.get(rule)?.has(event) === false) return;
    const mark = memo.markOf(rule);
    if (mark) {
      if (memo.saidFalse(rule, mark)) return;
      lessons.push({ rule, event, mark });
    }
    places.push(event);
  }
  for (; event < batch.count; event++) {
    memo.begin(events[event]!);
    prefilter(events[event]!, choose);
    memo.visitOpen(choose);
  }
  return new Map([...wanted].map(([rule, all]) => [rule, chosen.get(rule) ?? all]));
}

function parsedEvents(json: Uint8Array): EventObject[] {
  try {
    return JSON.parse(new TextDecoder().decode(json)) as EventObject[]; // an array, because it was split as one
  } catch (cause) {
    throw invalidInput('The batch is not well-formed JSON. Send the events as a JSON array.', { cause });
  }
}

/** Gathers the events some rule needs, and numbers them anew. */
function arrange(
  batch: EventBatch,
  spans: EventSpans,
  chosen: Wanted,
): Omit<BatchPlan, 'skipped' | 'lessons' | 'memo'> {
  const tooDeep: BatchPlan['tooDeep'] = [];
  const placeOf = new Int32Array(batch.count).fill(-1);
  const perRule: { rule: number; events: number[] }[] = [];
  for (const [rule, events] of chosen) {
    const kept: number[] = [];
    for (const event of events ?? spans.depths.keys()) {
      if (spans.depths[event]! > deepestEvent) tooDeep.push({ rule, event });
      else {
        kept.push(event);
        placeOf[event] = 0;
      }
    }
    if (kept.length > 0) perRule.push({ rule, events: kept });
  }
  const original: number[] = [];
  for (let event = 0; event < batch.count; event++) {
    if (placeOf[event] !== 0) continue;
    placeOf[event] = original.length;
    original.push(event);
  }
  const runs: Run[] = [];
  const positions = new Uint32Array(perRule.reduce((sum, { events }) => sum + events.length, 0));
  let at = 0;
  for (const { rule, events } of perRule) {
    runs.push({ rule, start: at, stop: at + events.length, isSingle: false, timeouts: 0 });
    for (const event of events) positions[at++] = placeOf[event]!;
  }
  const events = original.length === batch.count ? batch.json : joinEvents(batch.json, spans, original);
  return { events, positions, runs, original, tooDeep };
}

/** A plan as it goes to the child process: the events, then the positions. */
export function batchBody(plan: BatchPlan): Uint8Array {
  const positions = new Uint8Array(
    plan.positions.buffer,
    plan.positions.byteOffset,
    plan.positions.byteLength,
  );
  const body = new Uint8Array(plan.events.length + positions.length);
  body.set(plan.events);
  body.set(positions, plan.events.length);
  return body;
}
