import { afterEach } from 'vitest';
import { shownNow } from './browser.ts';

// A wait that ended says what was waited for; why it never came stands on the page.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const shown of await shownNow()) console.error(`When “${task.name}” failed:\n${shown}`);
});
