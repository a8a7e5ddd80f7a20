import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from './http-parts.ts';

/** One entry of the audit log, as far as whoever looks after a request has to know of it. */
export interface TracedEntry {
  action: string;
  result: string;
}

/** The request that work is done for: who sent it, and what the audit log says of it so far. */
interface RequestTrace {
  caller: Caller | undefined;
  entries: TracedEntry[];
}

const traces = new AsyncLocalStorage<RequestTrace>();

/** Does work for a request. All that it starts is done for that caller too, also what goes on after the answer. */
export const forCaller = <Result>(caller: Caller, work: () => Result): Result =>
  traces.run({ caller, entries: [] }, work);

/** Who sent the request that is being worked on; undefined for what the platform does by itself. */
export const currentCaller = (): Caller | undefined => traces.getStore()?.caller;

/** Tells the request at work that an entry was written. */
export const noteEntry = (entry: TracedEntry): void => void traces.getStore()?.entries.push(entry);

/** Does one operation of a request, and gives it the list to which its entries are added as they are written. */
export function traced<Result>(operation: (entries: readonly TracedEntry[]) => Result): Result {
  const entries: TracedEntry[] = [];
  return traces.run({ caller: currentCaller(), entries }, () => operation(entries));
}
