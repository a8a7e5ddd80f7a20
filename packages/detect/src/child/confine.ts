import type { Confinement, WorkerRequest } from './messages.ts';
import type { Python } from './python.ts';
import type { Send } from './runs.ts';

type Request = Extract<WorkerRequest, { type: 'confine' }>;

/** The unit in the slot while helpers are read; bodies have their place in the list. */
export const helpersUnit = -3;

/** Reads bodies, and runs nothing of them: to be asked of an interpreter no body has run in. */
export function confineBodies(python: Python, request: Request, send: Send): void {
  const { loadMs } = request;
  const helpers = python.guard(helpersUnit, loadMs, () =>
    python.entry.confine_helpers(JSON.stringify(request.helpers)),
  );
  if (helpers.value === undefined)
    throw python.doubt({ unit: helpersUnit, budgetMs: loadMs, position: 0, isSingle: false }, helpers.error);
  send({ type: 'confined-helpers', text: helpers.value });
  for (let unit = request.from; unit < request.bodies.length; unit++) {
    const body = request.bodies[unit]!;
    const { value, error } = python.guard(unit, loadMs, () => python.entry.confine(body));
    send({ type: 'confinement', unit, text: value ?? JSON.stringify(unreadable(error)) });
  }
}

export const unreadable = (reason = 'it takes too long to read'): Confinement => ({
  reason: `line 1: ${reason}`,
  usesModels: true,
});
