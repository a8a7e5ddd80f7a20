import { MargayError } from '@margay/kit';
import { textTasks, type TaskOutcome, type TextTasks } from './tasks.ts';

/** The end of the reader in its thread: one task, by name. */
export default function run({ task, input }: { task: keyof TextTasks; input: never }): TaskOutcome {
  try {
    return { value: textTasks[task](input) };
  } catch (error) {
    if (!(error instanceof MargayError)) throw error;
    const { kind, message, code, status, details } = error;
    return { refusal: { kind, message, code, status, details } };
  }
}
