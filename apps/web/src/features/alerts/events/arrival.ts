import type { AlertDetails } from '../queries.ts';

/** How often events that are on their way are asked for. */
const askMs = 5_000;
/** The lake has them within moments, unless it is away. What is lacking much later is past its retention. */
const longestMs = 15 * 60_000;

/**
 * When to ask again for the events of an alert, in milliseconds, of which the lake gave this many; false: not at all. An
 * alert is made before its events are in the lake.
 */
export function arrivalInterval(
  { eventCount, lastReceivedEventAt }: Pick<AlertDetails, 'eventCount' | 'lastReceivedEventAt'>,
  given: number,
  now = Date.now(),
): number | false {
  const isOnItsWay = given < eventCount && now - Date.parse(lastReceivedEventAt ?? '') < longestMs;
  return isOnItsWay ? askMs : false;
}
