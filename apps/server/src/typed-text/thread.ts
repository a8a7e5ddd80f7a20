import { internalError, MargayError } from '@margay/kit';
import type { TaskOrder, TextTask } from './define-task.ts';

/** What comes back from the thread, where errors of ours would lose what they know. */
export type TaskOutcome =
  | { value: unknown }
  | { refusal: Pick<MargayError, 'kind' | 'message' | 'code' | 'status' | 'details'> };

/** The end of the reader in its thread: one task, by the module that exports it. */
export default async function run({ module, name, input }: TaskOrder): Promise<TaskOutcome> {
  const exports = (await import(module)) as Record<string, TextTask<unknown, unknown> | undefined>; // our own code
  const task = exports[name];
  if (task?.name !== name)
    throw internalError(`The text task ${name} is not exported under its name by ${module}.`);
  try {
    return { value: task.run(input) };
  } catch (error) {
    if (!(error instanceof MargayError)) throw error;
    const { kind, message, code, status, details } = error;
    return { refusal: { kind, message, code, status, details } };
  }
}
