import { invalidInput } from '@margay/kit';
import type { Run } from '../child/messages.ts';
import type { EventBatch, Evaluation, PausedRule } from '../contract.ts';
import type { LoadedContent } from '../loaded.ts';
import type { EventObject } from '@margay/model';
import type { AnswerMemo } from '../prefilter/memo.ts';
import { type Lesson, narrow } from './narrow.ts';
import { applyInlineFilters } from './inline-filters.ts';
import type { ReadBatch } from './read-batch.ts';
import type { Wanted } from './wanted.ts';
import { joinEvents } from './split.ts';

/** Rules that see the same interpreter, and the events some of them must see. */
export interface BatchPart {
  /** JSON array of the events. */
  events: Uint8Array;
  positions: Uint32Array;
  runs: Run[];
  /** Place in the original batch of each event sent. */
  original: number[];
  /** One rule that runs apart from all others. */
  isApart: boolean;
}

/** What of a batch goes to Python, and what is judged here. */
export interface BatchPlan {
  /**
   * What confined rules must see together, in one part or several, then each other rule alone; none where no rule must see
   * an event. To be taken once: each part is there as soon as its events are read.
   */
  parts: Iterable<BatchPart>;
  skipped: Evaluation['skipped'];
  considered: Evaluation['considered'];
  /** Whole when all parts were taken, as are the other lists: what a False of these rules on these events would teach. */
  lessons: Lesson[];
  /** Where to note them. */
  memo: AnswerMemo | undefined;
  /** Rules judged here, each with the places in the original batch of the events it must see. */
  runsHere: { rule: number; events: number[] }[];
  /** The whole batch, parsed at most once, and only where someone asks. */
  eventsOf(): readonly EventObject[];
  /** Events not judged, because they are nested deeper than the interpreter can stand. */
  tooDeep: { rule: number; event: number }[];
}

export interface PlanOptions {
  loaded: LoadedContent;
  usesPrefilter: boolean;
  pauseOf(ruleId: string, versionId: string): PausedRule | undefined;
}

export function planBatch(batch: ReadBatch, options: PlanOptions): BatchPlan {
  const { loaded } = options;
  const skipped: Evaluation['skipped'] = [];
  const lessons: Lesson[] = [];
  const wanted = wantedEvents(batch, loaded, (rule, events) => {
    const { id, versionId } = loaded.content.rules[rule]!;
    const isRejected = loaded.rejected.has(rule);
    const pause = isRejected ? undefined : options.pauseOf(id, versionId);
    if (!isRejected && pause === undefined) return true;
    skipped.push(
      pause === undefined
        ? { ruleId: id, reason: 'rejected', events }
        : { ruleId: id, reason: 'paused', events, pause },
    );
    return false;
  });
  const considered = [...wanted].map(([rule, events]) => ({
    ruleId: loaded.content.rules[rule]!.id,
    events: events?.length ?? batch.count,
  }));
  const memo = options.usesPrefilter ? loaded.filterOf(batch.logType).memo : undefined;
  // Numbers beyond 2^53 keep their digits where a rule is judged here.
  const isExact = wanted.keys().some((rule) => loaded.ownRules.has(rule));
  const eventsOf = () => batch.eventsOf(isExact);
  const isAskedAgain = isExact || batch.isShared;
  const eventsInOrder = () => (isAskedAgain ? eventsOf() : batch.passingEvents());
  const runsHere: BatchPlan['runsHere'] = [];
  const tooDeep: BatchPlan['tooDeep'] = [];

  function* parts(): Generator<BatchPart, void> {
    let left = wanted;
    if (options.usesPrefilter) {
      const narrowing = narrow(batch, loaded, wanted, eventsInOrder, lessons);
      let next = narrowing.next();
      for (; !next.done; next = narrowing.next()) yield* arrange(next.value);
      left = next.value;
    }
    yield* arrange(applyInlineFilters(left, wanted, loaded, batch.count, eventsOf));
  }

  /** Sorts the rules by where they run. */
  function arrange(chosen: Wanted): BatchPart[] {
    const shared: RuleEvents[] = [];
    const apart: RuleEvents[] = [];
    for (const [rule, events] of chosen) {
      const kept: number[] = [];
      for (const event of events ?? Array(batch.count).keys()) {
        if (batch.isTooDeep(event)) tooDeep.push({ rule, event });
        else kept.push(event);
      }
      if (kept.length === 0) continue;
      if (loaded.ownRules.get(rule)?.simple) runsHere.push({ rule, events: kept });
      else (loaded.apart.has(rule) ? apart : shared).push({ rule, events: kept });
    }
    const found = apart.map((alone) => partOf(batch, [alone], true));
    if (shared.length > 0) found.unshift(partOf(batch, shared, false));
    return found;
  }

  return { parts: parts(), runsHere, tooDeep, skipped, considered, lessons, memo, eventsOf };
}

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

interface RuleEvents {
  rule: number;
  events: number[];
}

/** Gathers the events some of these rules need, and numbers them anew. */
function partOf(batch: ReadBatch, rules: RuleEvents[], isApart: boolean): BatchPart {
  const placeOf = new Int32Array(batch.count).fill(-1);
  for (const { events } of rules) for (const event of events) placeOf[event] = 0;
  const original: number[] = [];
  for (let event = 0; event < batch.count; event++) {
    if (placeOf[event] !== 0) continue;
    placeOf[event] = original.length;
    original.push(event);
  }
  const runs: Run[] = [];
  const positions = new Uint32Array(rules.reduce((sum, { events }) => sum + events.length, 0));
  let at = 0;
  for (const { rule, events } of rules) {
    runs.push({ rule, start: at, stop: at + events.length, isSingle: false, timeouts: 0 });
    for (const event of events) positions[at++] = placeOf[event]!;
  }
  const events =
    original.length === batch.count ? batch.json : joinEvents(batch.json, batch.bounds, original);
  return { events, positions, runs, original, isApart };
}

/** A part as it goes to the child process: the events, then the positions. */
export function partBody(part: BatchPart): Uint8Array {
  const { buffer, byteOffset, byteLength } = part.positions;
  const body = new Uint8Array(part.events.length + byteLength);
  body.set(part.events);
  body.set(new Uint8Array(buffer, byteOffset, byteLength), part.events.length);
  return body;
}
