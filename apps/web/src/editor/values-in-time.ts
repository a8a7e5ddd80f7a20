import { startCompletion } from '@codemirror/autocomplete';
import type { CompletionContext } from '@codemirror/autocomplete';

/** Values come with the list when they are as fast as this; slower ones open it again. */
const patienceMs = 400;

/** Whether values come while somebody waits for the list. Later ones open it again, if the text is still the same. */
export async function comeInTime(
  context: CompletionContext,
  arrival: Promise<readonly unknown[]>,
): Promise<boolean> {
  const isThere = await Promise.race([arrival.then(() => true), pause(patienceMs)]);
  const text = context.state.doc;
  if (!isThere) void arrival.then((values) => values.length > 0 && reopen(context, text));
  return isThere;
}

const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms));

function reopen({ view, pos }: CompletionContext, text: CompletionContext['state']['doc']): void {
  if (!view?.hasFocus || view.state.selection.main.head !== pos) return;
  if (view.state.doc.eq(text)) startCompletion(view);
}
