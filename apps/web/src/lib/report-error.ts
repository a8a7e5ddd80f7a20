import { messageOf, newId } from '@margay/kit';

/** Where failures of the console go. The default writes to the browser's console. */
export type ErrorSink = (report: {
  id: string;
  where: string;
  message: string;
  stack: string | undefined;
}) => void;

let sink: ErrorSink = (report) =>
  console.error(`Report ${report.id} (${report.where})`, report.message, report.stack);

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
