import { every, type Step } from '../specifier.ts';
import type { Given, Scalar } from '../given.ts';

/** Values as Python source. JSON texts and numbers are Python's too. */
export function pythonText(text: string): string {
  return JSON.stringify(text);
}

export function pythonScalar(scalar: Scalar): string {
  if (typeof scalar === 'string') return pythonText(scalar);
  if (typeof scalar === 'boolean') return scalar ? 'True' : 'False';
  return typeof scalar === 'bigint' ? scalar.toString() : JSON.stringify(scalar);
}

export function pythonGiven(given: Given): string {
  if (given === undefined) return 'None';
  return typeof given === 'object' ? `[${given.map(pythonScalar).join(', ')}]` : pythonScalar(given);
}

/** Arguments that lead from `root` to a value. */
export function pythonSteps(steps: readonly Step[]): string {
  return steps.map((step) => (step === every ? 'EVERY' : pythonScalar(step))).join(', ');
}
