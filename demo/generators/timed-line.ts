/** A log line and the time its event happened. */
export interface TimedLine {
  at: Date;
  line: string;
}

/** Lines of several origins as one source sends them: in order of time; equal times keep their order. */
export function mergeLines(...groups: readonly (readonly TimedLine[])[]): string[] {
  return groups
    .flat()
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ line }) => line);
}

/** `2026-03-02T09:00:00Z`, as services write that count whole seconds. */
export function secondsText(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

export function minutesAfter(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}
