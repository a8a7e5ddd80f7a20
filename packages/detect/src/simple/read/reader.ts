import type { FaultCode, FaultPath, Reading, SimpleFault } from '../fault.ts';
import { faultCodes } from '../fault.ts';

/** Expressions within expressions; people write three. */
const deepest = 50;
const mostExpressions = 5000;
const mostFaults = 100;
/** Entries of one list of values. */
export const mostValues = 50_000;

export interface ReaderOptions {
  /** Inline filters allow less. */
  isFilter: boolean;
}

/** One reading: collects what is wrong, and bounds the work. */
export interface Reader extends ReaderOptions {
  /** Notes a fault; undefined, so that a reading function can return it. */
  fault(code: FaultCode, path: FaultPath, message: string, remedy: string): undefined;
  /** Counts one more expression. False, with a fault, where it is one too many or nested too deep. */
  mayEnter(path: FaultPath, depth: number): boolean;
  faults: readonly SimpleFault[];
}

export function createReader(options: ReaderOptions): Reader {
  const faults: SimpleFault[] = [];
  let expressions = 0;

  function fault(code: FaultCode, path: FaultPath, message: string, remedy: string): undefined {
    if (faults.length < mostFaults) faults.push({ code, path, message, remedy });
  }

  return {
    ...options,
    faults,
    fault,
    mayEnter(path, depth) {
      if (depth > deepest) {
        fault(
          faultCodes.tooLarge,
          path,
          `Expressions are nested more than ${deepest} deep.`,
          'Nest them less.',
        );
        return false;
      }
      // Only the first one too many is told of.
      if (++expressions === mostExpressions + 1)
        fault(
          faultCodes.tooLarge,
          path,
          `There are more than ${mostExpressions} expressions.`,
          'Use lists of values.',
        );
      return expressions <= mostExpressions;
    },
  };
}

/** The outcome of a reading: the value counts only where nothing is wrong. */
export function readingOf<T>(reader: Reader, value: T | undefined): Reading<T> {
  if (value !== undefined && reader.faults.length === 0) return { value };
  return { faults: [...reader.faults] };
}
