import { callsByMachines } from './cloudtrail-machines.ts';
import { callsByPeople } from './cloudtrail-people.ts';
import { cloudTrailLine } from './cloudtrail.ts';
import type { Random } from './random.ts';
import { machineRhythm, peopleRhythm, type Span, spreadTimes } from './rhythm.ts';
import type { TimedLine } from './timed-line.ts';

const machineShare = 0.7;

/** An ordinary day in the cloud: mostly programs, some people. Raises no alert. */
export function cloudTrailNoise(count: number, span: Span, random: Random): TimedLine[] {
  const ofMachines = Math.round(count * machineShare);
  const machines = spreadTimes(ofMachines, span, random, machineRhythm);
  const workers = spreadTimes(count - ofMachines, span, random, peopleRhythm);
  return [
    ...machines.map((at) => cloudTrailLine(random.weighted(callsByMachines)(at, random), random)),
    ...workers.map((at) => cloudTrailLine(random.weighted(callsByPeople)(at, random), random)),
  ];
}
