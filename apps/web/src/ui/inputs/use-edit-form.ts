import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormEvent, RefCallback } from 'react';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';

/** A form that fills a page, while somebody edits in it. */
export interface EditForm {
  attach: RefCallback<HTMLFormElement>;
  /** Somebody has tried to save, so what is missing is said. */
  isChecked: boolean;
  /** Saved or gone: nothing is lost by leaving. */
  isDone: boolean;
  submit: (event?: FormEvent) => void;
  finish: () => void;
}

/** Sends what is good, and leads to the first field that is not. ⌘S sends too. */
export function useEditForm(props: {
  canSend: boolean;
  faultCount: number;
  send: () => void;
  /** After `finish`, once nothing asks any more whether changes may be lost. */
  onDone: () => void;
}): EditForm {
  const { canSend, faultCount, send } = props;
  const [isChecked, setChecked] = useState(false);
  const [isDone, setDone] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const attach = useCallback((form: HTMLFormElement | null) => void (element.current = form), []);
  // The prompt must be gone before the screen changes.
  const leave = useEffectEvent(props.onDone);
  useEffect(() => {
    if (isDone) leave();
  }, [isDone]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!canSend) return;
    setChecked(true);
    if (faultCount === 0) return send();
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }
  useShortcut({
    keys: 'mod+s',
    description: 'Save',
    group: 'This page',
    whileTyping: true,
    run: () => submit(),
  });
  return { attach, isChecked, isDone, submit, finish: () => setDone(true) };
}
