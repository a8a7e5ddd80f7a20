import { createContext, use, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../inputs/button.tsx';
import { LazyModal } from './lazy-modal.tsx';

export interface Question {
  /** The verb and the object, for instance `Delete Test`. */
  title: string;
  /** One sentence with the object's name. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Red action; the focus starts on Cancel, so Enter does not destroy. */
  danger?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;
const ConfirmContext = createContext<Ask | undefined>(undefined);

/** The one manager of confirmation dialogs. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setOpen] = useState(false);
  const answerTo = useRef<(confirmed: boolean) => void>(undefined);

  function ask(next: Question) {
    answerTo.current?.(false);
    setQuestion(next);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answerTo.current = resolve;
    });
  }
  function answer(confirmed: boolean) {
    setOpen(false);
    answerTo.current?.(confirmed);
    answerTo.current = undefined;
  }
  return (
    <ConfirmContext value={ask}>
      {children}
      <LazyModal
        isOpen={isOpen}
        onClose={() => answer(false)}
        title={question?.title ?? ''}
        actions={
          <>
            <Button onClick={() => answer(false)} data-autofocus={question?.danger || undefined}>
              {question?.cancelLabel ?? 'Cancel'}
            </Button>
            <Button
              variant={question?.danger ? 'danger' : 'primary'}
              onClick={() => answer(true)}
              data-autofocus={question?.danger ? undefined : true}
            >
              {question?.confirmLabel ?? 'Confirm'}
            </Button>
          </>
        }
      >
        {question?.message}
      </LazyModal>
    </ConfirmContext>
  );
}

/** `const confirm = useConfirm(); if (await confirm({ title, message, danger: true })) …` */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider above it');
  return ask;
}
