/**
 * The word a worker leaves for its supervisor before each call into Python: what runs, and how long it may.
 * An odd sequence number means a call is under way.
 */
const sequenceAt = 0;
const unitAt = 1;
const budgetAt = 2;
const stopAt = 3;
const positionAt = 4;
const singleAt = 5;
export const slotBytes = 6 * Int32Array.BYTES_PER_ELEMENT;

export interface Call {
  sequence: number;
  /** Rule number while evaluating, step number while loading or testing. */
  unit: number;
  budgetMs: number;
  /** Index into the positions the call began at. */
  position: number;
  isSingle: boolean;
}

/** Marks a call as begun and returns its sequence number. */
export function beginCall(slot: Int32Array, call: Omit<Call, 'sequence'>): number {
  Atomics.store(slot, unitAt, call.unit);
  Atomics.store(slot, budgetAt, call.budgetMs);
  Atomics.store(slot, positionAt, call.position);
  Atomics.store(slot, singleAt, call.isSingle ? 1 : 0);
  return Atomics.add(slot, sequenceAt, 1) + 1;
}

/** Marks the call as over; true when the supervisor had asked it to stop. */
export function endCall(slot: Int32Array, sequence: number): boolean {
  Atomics.store(slot, sequenceAt, sequence + 1);
  return Atomics.load(slot, stopAt) === sequence;
}

/** Odd: a call is under way. Each call that begins or ends changes it. */
export const readSequence = (slot: Int32Array): number => Atomics.load(slot, sequenceAt);

/** The call under way, if any. */
export function readCall(slot: Int32Array): Call | undefined {
  const sequence = Atomics.load(slot, sequenceAt);
  if (sequence % 2 === 0) return undefined;
  const call = {
    sequence,
    unit: Atomics.load(slot, unitAt),
    budgetMs: Atomics.load(slot, budgetAt),
    position: Atomics.load(slot, positionAt),
    isSingle: Atomics.load(slot, singleAt) === 1,
  };
  // The words of the next call are written after this one's end: unless the number moved, these belong together.
  return Atomics.load(slot, sequenceAt) === sequence ? call : undefined;
}

/** Says which call the interruption that follows is meant for. */
export function markStop(slot: Int32Array, sequence: number): void {
  Atomics.store(slot, stopAt, sequence);
}
