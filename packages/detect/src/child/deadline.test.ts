import { describe, expect, it } from 'vitest';
import { Deadline, type Moment } from './deadline.ts';

const call = { sequence: 1, unit: 0, budgetMs: 1000, position: 0, isSingle: false };
/** A moment of a process that had the processor for this share of the time. */
const at = (now: number, share = 1): Moment => ({ now, processorMs: now * share });
const started = () => {
  const deadline = new Deadline({ graceMs: 500, hostCallMs: 2000, waitMs: 5000 }, at(0));
  deadline.look(1, call, at(0));
  return deadline;
};
/** Looks every 20 ms, as the supervisor does; says when each verdict but "run" came. */
function watch(deadline: Deadline, from: number, to: number, sequence = 1, share = 1): [number, string][] {
  const found: [number, string][] = [];
  for (let now = from; now <= to; now += 20) {
    const called = sequence % 2 === 1 ? { ...call, sequence } : undefined;
    const verdict = deadline.look(sequence, called, at(now, share));
    if (verdict !== 'run') found.push([now, verdict]);
    if (verdict === 'end') break;
  }
  return found;
}

describe('the deadline of a call', () => {
  it('stops once, then ends', () => {
    expect(watch(started(), 20, 3000)).toEqual([
      [1020, 'stop'],
      [1520, 'end'],
    ]);
  });

  it('begins anew with each call', () => {
    const deadline = started();
    expect(watch(deadline, 20, 900)).toEqual([]);
    expect(watch(deadline, 920, 1900, 3)).toEqual([]);
  });

  it('does not run while the machine stands still', () => {
    const deadline = started();
    expect(deadline.look(1, call, at(60_000))).toBe('run');
    expect(watch(deadline, 60_020, 63_000)).toEqual([
      [61_020, 'stop'],
      [61_520, 'end'],
    ]);
  });

  it('is not put off for ever by a rule that keeps the machine busy', () => {
    const deadline = started();
    const verdicts = Array.from({ length: 20 }, (_, n) => deadline.look(1, call, at((n + 1) * 600)));
    expect(verdicts).toContain('end');
  });

  it('does not count the wait for the server', () => {
    const deadline = started();
    watch(deadline, 20, 500);
    deadline.wait(1, 7, at(500));
    expect(watch(deadline, 520, 2400)).toEqual([]);
    deadline.answered(7, 2400);
    expect(watch(deadline, 2420, 4000)[0]).toEqual([2920, 'stop']);
  });

  it('counts a wait longer than the rule itself waits, and more than a call may wait in all', () => {
    const deadline = started();
    deadline.wait(1, 7, at(0));
    expect(watch(deadline, 20, 9000)[0]).toEqual([3020, 'stop']);
    const patient = started();
    const verdicts = Array.from({ length: 10 }, (_, n) => {
      patient.wait(1, n, at(n * 1000));
      const found = watch(patient, n * 1000 + 20, n * 1000 + 1000);
      patient.answered(n, n * 1000 + 1000);
      return found;
    }).flat();
    expect(verdicts[0]).toEqual([6020, 'stop']);
  });

  it('does not count the time that others had the processor, but for so long only', () => {
    expect(watch(started(), 20, 9000, 1, 0.25)[0]).toEqual([4020, 'stop']);
    expect(watch(started(), 20, 9000, 1, 0)[0]).toEqual([6020, 'stop']);
  });

  it('does not count a wait twice because nothing was done in it', () => {
    const deadline = started();
    deadline.wait(1, 7, at(0));
    expect(watch(deadline, 20, 2000, 1, 0)).toEqual([]);
    deadline.answered(7, 2000);
    const verdicts = Array.from({ length: 60 }, (_, n) => {
      const workedMs = (n + 1) * 20;
      return deadline.look(1, call, { now: 2000 + workedMs, processorMs: workedMs });
    });
    expect(verdicts.indexOf('stop')).toBe(50);
  });

  it('ends an interpreter that begins nothing', () => {
    expect(watch(started(), 20, 60_000, 2)).toEqual([[30_040, 'end']]);
  });
});
