import type { Toast } from '../overlays/toast-content.ts';

/** The result of a copy shows this long. */
const copyToastMs = 1500;

/** Copies, and gives back what is to be said of it. */
export async function copied(text: string): Promise<{ tone: 'success' | 'error'; content: Toast }> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  return isCopied
    ? { tone: 'success', content: { title: 'Copied to clipboard', durationMs: copyToastMs } }
    : { tone: 'error', content: { title: 'Error copying to clipboard', durationMs: copyToastMs } };
}
