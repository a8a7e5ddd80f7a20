import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { sessionText } from './storage.ts';
import { useUser } from './session/session-context.tsx';

const Entry = z.object({
  /** Milliseconds since 1970 of the last change. */
  at: z.number(),
  /** Of what was changed; absent for a new one. */
  versionId: z.optional(z.string()),
  draft: z.record(z.string(), z.unknown()),
});
type Entry = z.infer<typeof Entry>;

/** Written this long after the last change. */
const writeDelayMs = 300;

/** What was typed and not saved before the page was loaded again. */
export interface KeptDraft {
  at: Date;
  /** Another version has been saved since it was begun. */
  isOlder: boolean;
  restore: () => void;
  discard: () => void;
}

export interface KeptDraftOptions<Draft> {
  /** What is edited: the kind, and the id of one that exists. Nothing is kept under an empty one. */
  name: string;
  /** What is on the server; absent for a new one. */
  versionId: string | undefined;
  draft: Draft;
  isDirty: boolean;
  onRestore: (draft: Draft) => void;
}

/**
 * Keeps a text that is being written over a reload of the page, in this window and for this person: offered again, with
 * when it was written, until it is saved, restored or discarded. Not for forms with secrets.
 */
export function useKeptDraft<Draft extends object>(options: KeptDraftOptions<Draft>): KeptDraft | undefined {
  const { name, versionId, draft, isDirty, onRestore } = options;
  const userId = useUser()?.id ?? '';
  const [stored] = useState(() => sessionText(`margay.draft.${userId}.${name}`));
  const [offered, setOffered] = useState(() =>
    name === '' || isDirty ? undefined : readEntry(stored.read(), draft),
  );
  /** What is kept is what this editor wrote, or what its person decided about. */
  const isOwn = useRef(false);

  useEffect(() => {
    if (name === '') return undefined;
    if (!isDirty) {
      if (isOwn.current) stored.write(undefined);
      return undefined;
    }
    const timer = setTimeout(() => {
      isOwn.current = true;
      stored.write(JSON.stringify({ at: Date.now(), versionId, draft }));
    }, writeDelayMs);
    return () => clearTimeout(timer);
  }, [name, stored, versionId, draft, isDirty]);
  useEffect(
    () => () => {
      // Whoever leaves for another screen has saved or discarded it; a reload of the page does not come by here.
      if (isOwn.current) stored.write(undefined);
    },
    [stored],
  );

  if (offered === undefined) return undefined;
  const decide = () => {
    isOwn.current = true;
    setOffered(undefined);
  };
  return {
    at: new Date(offered.at),
    isOlder: offered.versionId !== versionId,
    restore() {
      decide();
      onRestore({ ...draft, ...offered.draft });
    },
    discard() {
      decide();
      stored.write(undefined);
    },
  };
}

/** What is kept, where its fields still are of the kinds that the editor has today. */
function readEntry(text: string | undefined, start: object): Entry | undefined {
  if (text === undefined) return undefined;
  try {
    const read = Entry.safeParse(JSON.parse(text));
    return read.success && isOfShape(read.data.draft, start) ? read.data : undefined;
  } catch {
    return undefined; // cut off, or somebody else's
  }
}

function isOfShape(kept: Record<string, unknown>, start: object): boolean {
  return Object.entries(start).every(([field, value]) => {
    const other = kept[field];
    if (other === undefined || value === undefined || value === null) return true;
    return typeof other === typeof value && Array.isArray(other) === Array.isArray(value);
  });
}
