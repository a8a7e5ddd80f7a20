/** Time inside of the rule, for one event. */
export function perEvent(processingMs: number, events: number): string {
  return events === 0 ? 'no events' : `${((processingMs / events) * 1000).toFixed(1)} µs per event`;
}
