import { useEffect, useEffectEvent, useState } from 'react';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { useServerReturn } from '../../lib/use-server-return.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import type { Editing, Stored } from './use-draft.ts';

export interface SavingOptions<Saved extends Stored, Draft extends object, Input> {
  draftOf: (saved: Saved) => Draft;
  inputOf: (draft: Draft, save: { isNew: boolean; versionId?: string }) => Input;
  put: {
    mutate: (
      input: Input,
      then: { onSuccess: (stored: Saved) => void; onError: (error: Error) => void },
    ) => void;
    isPending: boolean;
    error: Error | null;
    reset: () => void;
  };
  /** Reads what somebody else saved meanwhile. */
  request: (id: string) => Promise<Saved>;
  nameOf: (saved: Saved) => string;
  /** How many fields keep it from being saved. */
  faultCount: number;
  /** Brings the part with the first fault into sight; it takes the focus then. */
  showFault: () => void;
  /** Asked before anything is sent; false keeps it unsaved. */
  mayStore?: () => Promise<boolean>;
  onStored?: (stored: Saved) => void;
  /** The draft was replaced by what is on the server. */
  onLoaded?: (draft: Draft) => void;
  /** Goes to the address of what was just created. */
  onCreated: (id: string) => void;
}

/**
 * The way from a draft to the server. A save that somebody else was faster with gives `theirs`; `load` takes it,
 * `store` with its version overwrites it.
 */
export function useSaving<Saved extends Stored, Draft extends object, Input>(
  editing: Editing<Saved, Draft>,
  options: SavingOptions<Saved, Draft, Input>,
) {
  const { saved, draft, isNew, isDirty, readOnly } = editing;
  const { put, faultCount } = options;
  const [isChecked, setChecked] = useState(false);
  const [theirs, setTheirs] = useState<Saved>();
  const [createdId, setCreatedId] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  // Why it failed is over; that it is not saved, the head says.
  useServerReturn(() => {
    if (put.error instanceof RequestError && silences.includes(put.error.status)) put.reset();
  });

  // Only once the draft counts as saved, so that leaving asks nothing.
  const leave = useEffectEvent(options.onCreated);
  useEffect(() => {
    if (createdId !== undefined) leave(createdId);
  }, [createdId]);

  function store(versionId: string | undefined) {
    put.mutate(options.inputOf(draft, { isNew, ...(versionId === undefined ? {} : { versionId }) }), {
      onSuccess(stored) {
        editing.setStored(stored, draft);
        setTheirs(undefined);
        setChecked(false);
        toast.success(`${options.nameOf(stored)} saved`);
        // A new one gets an address of its own.
        if (isNew) setCreatedId(stored.id);
        else options.onStored?.(stored);
      },
      onError(error) {
        if (isConflict(error) && saved) void options.request(saved.id).then(setTheirs, () => undefined);
      },
    });
  }
  async function save() {
    if (readOnly || put.isPending || isAsking) return;
    setChecked(true);
    if (faultCount > 0) {
      options.showFault();
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
      return;
    }
    if (!isNew && !isDirty) return;
    if (options.mayStore) {
      setAsking(true);
      const isWanted = await options.mayStore().finally(() => setAsking(false));
      if (!isWanted) return;
    }
    store(saved?.versionId);
  }
  function load(newer: Saved) {
    const fresh = options.draftOf(newer);
    editing.restart(newer, fresh);
    setTheirs(undefined);
    put.reset();
    options.onLoaded?.(fresh);
  }
  useShortcut({
    keys: 'mod+s',
    description: 'Save',
    group: 'This page',
    whileTyping: true,
    run: () => void save(),
  });

  return {
    /** Faults show once somebody tried to save. */
    isChecked,
    faultCount,
    isSaving: put.isPending || isAsking,
    /** It was created and its editor goes to its own address. */
    isLeaving: createdId !== undefined,
    /** Why the last save failed, in words; somebody else's version is no failure. */
    failure: put.error && !isConflict(put.error) ? failureText(put.error) : undefined,
    save: () => void save(),
    store,
    load,
    theirs,
    forgetTheirs: () => setTheirs(undefined),
  };
}

export type Saving<Saved extends Stored, Draft extends object, Input> = ReturnType<
  typeof useSaving<Saved, Draft, Input>
>;

/** Nothing answered, or what stands before the server did. */
const silences: readonly RequestError['status'][] = [0, 502, 503, 504];

function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'RevisionConflict';
}
