import type { Random } from './random.ts';

export interface Span {
  startsAt: Date;
  endsAt: Date;
}

const slotMs = 10 * 60 * 1000;

/** How busy people are in each hour of a working day, UTC. */
const officeHours = [1, 1, 1, 1, 1, 2, 6, 18, 40, 48, 50, 44, 32, 44, 50, 48, 42, 26, 12, 7, 5, 4, 2, 1];
const weekendShare = 0.12;

/** Work of people: office hours, quiet nights and weekends. */
export function peopleRhythm(at: Date): number {
  const weight = officeHours[at.getUTCHours()] ?? 1;
  const isWeekend = at.getUTCDay() === 0 || at.getUTCDay() === 6;
  return isWeekend ? Math.max(1, weight * weekendShare) : weight;
}

/** Work of machines: always on, a little more while people use what they run. */
export function machineRhythm(at: Date): number {
  return 40 + peopleRhythm(at) / 2;
}

/** That many times within the span, in order, dense where the rhythm is high. */
export function spreadTimes(
  count: number,
  { startsAt, endsAt }: Span,
  random: Random,
  rhythm: (at: Date) => number,
): Date[] {
  const slots: { from: number; length: number; until: number }[] = [];
  let total = 0;
  for (let from = startsAt.getTime(); from < endsAt.getTime(); from += slotMs) {
    const length = Math.min(slotMs, endsAt.getTime() - from);
    total += rhythm(new Date(from)) * length;
    slots.push({ from, length, until: total });
  }
  const drawn = Array.from({ length: count }, () => random.next() * total).sort((a, b) => a - b);
  const times: number[] = [];
  let index = 0;
  for (const position of drawn) {
    while (index < slots.length - 1 && position >= slots[index]!.until) index++;
    const slot = slots[index]!;
    times.push(slot.from + Math.floor(random.next() * slot.length));
  }
  return times.sort((a, b) => a - b).map((time) => new Date(time));
}
