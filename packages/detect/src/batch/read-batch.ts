import { invalidInput } from '@margay/kit';
import type { EventObject } from '@margay/model';
import type { EventBatch } from '../contract.ts';
import { parseEvents } from './parse-events.ts';
import { type EventSpans, splitEvents } from './split.ts';

/** A batch with what every process that judges it wants to know of it, worked out once. */
export interface ReadBatch extends EventBatch {
  spans: EventSpans;
  /** The events, parsed where nobody had them. `isExact`: whole numbers beyond 2^53 become bigint. */
  eventsOf(isExact: boolean): readonly EventObject[];
}

/** Throws invalid-input when it is no array of `count` events. */
export function readBatch(batch: EventBatch): ReadBatch {
  const spans = splitEvents(batch.json, batch.count);
  if (batch.events && batch.events.length !== batch.count)
    throw invalidInput(
      `The batch holds ${batch.count} events, but ${batch.events.length} parsed ones were given.`,
    );
  const parsed = new Map<boolean, readonly EventObject[]>();
  return {
    ...batch,
    spans,
    eventsOf(isExact) {
      const events = batch.events ?? parsed.get(isExact) ?? parseEvents(batch.json, spans, isExact);
      parsed.set(isExact, events);
      return events;
    },
  };
}
