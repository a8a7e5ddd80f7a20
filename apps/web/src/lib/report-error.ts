import { messageOf, newId } from '@margay/kit';

/** A failure of the console. */
export interface FailureReport {
  /** Short: the person sees it and can pass it on. */
  id: string;
  /** What the console was doing, like `rendering`. */
  where: string;
  message: string;
  stack: string | undefined;
}

/** Where failures of the console go. The default writes to the browser's console. */
export type ErrorSink = (report: FailureReport) => void;

export const toBrowserConsole: ErrorSink = ({ id, where, message, stack }) =>
  console.error(`Report ${id} (${where})`, message, stack);
let sink = toBrowserConsole;

/** Sets where failures go; returns the way back. */
export function setErrorSink(next: ErrorSink): () => void {
  const before = sink;
  sink = next;
  return () => {
    sink = before;
  };
}

/** Reports a failure and returns its short id, which the person sees and can pass on. */
export function reportError(error: unknown, where: string): string {
  const id = newId().slice(-8);
  sink({ id, where, message: messageOf(error), stack: error instanceof Error ? error.stack : undefined });
  return id;
}
