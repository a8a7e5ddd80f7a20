import { LimitFault } from './fault.ts';

/** What one run of a script may use. */
export interface Limits {
  /** Steps: about one for each operation, and more for those whose work grows with their data. */
  steps: number;
  /** Bytes asked for over the whole run; what was let go is not given back, so no more is ever held. */
  bytes: number;
  /** Wall-clock time. */
  milliseconds: number;
}

/** Work between two looks at the clock. */
const stepsPerLook = 2_048;

/**
 * Every operation pays here before it does its work. Depth is counted in nested operations, so that the stack of the
 * language beneath is never exhausted, whatever is called within what.
 */
export class Meter {
  left = 0;
  private nextLook = 0;
  private bytesLeft = 0;
  private deadline = 0;
  private limits: Limits = { steps: 0, bytes: 0, milliseconds: 0 };
  private readonly clock: () => number;

  constructor(clock: () => number) {
    this.clock = clock;
  }

  start(limits: Limits): void {
    this.limits = limits;
    this.left = limits.steps;
    this.bytesLeft = limits.bytes;
    this.nextLook = limits.steps - stepsPerLook;
    this.deadline = this.clock() + limits.milliseconds;
  }

  /** Steps used since the start. */
  get used(): number {
    return this.limits.steps - this.left;
  }

  charge(steps: number): void {
    this.left -= steps;
    if (!(this.left >= this.nextLook)) this.look();
  }

  /** Before `bytes` of new data are made. */
  take(bytes: number): void {
    this.bytesLeft -= bytes;
    if (!(this.bytesLeft >= 0)) {
      throw new LimitFault(
        `it used more than the ${Math.round(this.limits.bytes / 1_048_576)} MB of memory one entry may have`,
      );
    }
    this.charge(1 + bytes / 64);
  }

  /** Before a text of so many characters is made. */
  takeText(length: number): void {
    this.take(32 + length * 2);
  }

  /** Before a list, tuple or dict of so many members is made or grown. */
  takeItems(count: number): void {
    this.take(48 + count * 16);
  }

  private look(): void {
    if (!(this.left >= 0)) {
      throw new LimitFault(
        `it took more than the ${this.limits.steps.toLocaleString('en-US')} steps one entry may have`,
      );
    }
    if (this.clock() > this.deadline) {
      throw new LimitFault(`it took longer than the ${this.limits.milliseconds} ms one entry may have`, true);
    }
    this.nextLook = this.left - stepsPerLook;
  }
}
