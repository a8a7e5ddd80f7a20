import { defineTextTask } from '../../typed-text/define-task.ts';
import { readTableUpload } from './read-upload.ts';

/** An uploaded lookup table as the bytes it rests in. */
export const tableTask = defineTextTask({
  module: import.meta.url,
  name: 'tableTask',
  deadlineMs: 300_000,
  run: readTableUpload,
});
