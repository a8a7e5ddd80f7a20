import { invalidInput } from '@margay/kit';
import type { EventObject } from '@margay/model';
import type { EventBatch } from '../contract.ts';
import { isTooDeep } from './depth.ts';
import { parseEvents, passingEvents } from './parse-events.ts';
import { boundsFromStarts, type EventBounds, splitEvents } from './split.ts';

/** A batch with what every process that judges it wants to know of it, worked out once. */
export interface ReadBatch extends EventBatch {
  bounds: EventBounds;
  /** Several processes judge it. */
  isShared: boolean;
  isTooDeep(event: number): boolean;
  /** The events, parsed where nobody had them, and kept. `isExact`: whole numbers beyond 2^53 become bigint. */
  eventsOf(isExact: boolean): readonly EventObject[];
  /** The events in order, for who looks at each of them once. */
  passingEvents(): Iterable<EventObject>;
}

/** Throws invalid-input when it is no array of `count` events. */
export function readBatch(batch: EventBatch): ReadBatch {
  const { json, count, starts } = batch;
  const bounds = starts && count > 0 ? boundsFromStarts(json, starts, count) : splitEvents(json, count);
  if (batch.events && batch.events.length !== count)
    throw invalidInput(`The batch holds ${count} events, but ${batch.events.length} parsed ones were given.`);
  const parsed = new Map<boolean, readonly EventObject[]>();
  /** By event: 0 where nobody has looked, else 1 and whether it is. */
  const depths = new Uint8Array(count);
  return {
    ...batch,
    bounds,
    isShared: false,
    isTooDeep(event) {
      depths[event] ||= 1 + Number(isTooDeep(json, bounds[event * 2]!, bounds[event * 2 + 1]!));
      return depths[event] === 2;
    },
    eventsOf(isExact) {
      const events = batch.events ?? parsed.get(isExact) ?? parseEvents(json, bounds, isExact);
      parsed.set(isExact, events);
      return events;
    },
    passingEvents: () => batch.events ?? parsed.values().next().value ?? passingEvents(json, bounds),
  };
}
