import { useMemo, useState } from 'react';
import { useKeptDraft } from '../../lib/use-kept-draft.ts';
import { useWindowWidth } from '../../lib/use-window-width.ts';

/** Below this width an editor is for reading. */
const editFromPx = 768;

/** What the server keeps, in versions. */
export interface Stored {
  id: string;
  versionId: string;
  managed: boolean;
}

export interface DraftOptions<Saved extends Stored, Draft> {
  /** As it stands on the server; absent for a new one. */
  saved: Saved | undefined;
  start: Draft;
  /** The permission this person lacks to change it. */
  missing: string | undefined;
  isSameDraft: (a: Draft, b: Draft) => boolean;
  /** What is edited, as in `rule`: what is typed is kept over a reload under this name and the id. */
  keptAs: string;
}

/** One saved object while it is edited: what the server has, and what is typed. `useSaving` brings the two together. */
export function useDraft<Saved extends Stored, Draft extends object>(options: DraftOptions<Saved, Draft>) {
  const { start, missing, isSameDraft } = options;
  const [saved, setSaved] = useState(options.saved);
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(start);
  const isNarrow = useWindowWidth() < editFromPx;
  const isManaged = saved?.managed === true;
  const readOnly = isManaged || missing !== undefined || isNarrow;
  const isDirty = useMemo(() => !isSameDraft(draft, base), [draft, base, isSameDraft]);
  const [keptName] = useState(`${options.keptAs}.${options.saved?.id ?? 'new'}`);
  const kept = useKeptDraft({
    name: readOnly ? '' : keptName,
    versionId: saved?.versionId,
    draft,
    isDirty,
    onRestore: setDraft,
  });
  return {
    saved,
    /** What is saved, as a draft. */
    base,
    draft,
    setDraft,
    /** Changes fields. */
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    /** Takes in what was stored apart from the draft: it is no change. */
    settle(part: Partial<Draft>) {
      setDraft((before) => ({ ...before, ...part }));
      setBase((before) => ({ ...before, ...part }));
    },
    /** What was sent is what the server has now. */
    setStored(stored: Saved, sent: Draft) {
      setSaved(stored);
      setBase(sent);
    },
    /** Begins anew from what the server has. */
    restart(newer: Saved, fresh: Draft) {
      setSaved(newer);
      setBase(fresh);
      setDraft(fresh);
    },
    isNew: saved === undefined,
    isManaged,
    isNarrow,
    missing,
    readOnly,
    isDirty,
    /** What was typed before the page was loaded again. */
    kept,
  };
}

export type Editing<Saved extends Stored, Draft extends object> = ReturnType<typeof useDraft<Saved, Draft>>;
