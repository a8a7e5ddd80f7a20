import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../ui/inputs/button.tsx';
import { IconMessage } from '../../ui/icons.ts';

const FeedbackModal = lazy(() => import('./feedback-modal.tsx'));

/** In the top bar: says what one thinks of the feature on screen. */
export function FeedbackButton({ featureName }: { featureName: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={`Feedback on ${featureName}`} onClick={() => setOpen(true)}>
        <IconMessage size={16} stroke={1.5} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <FeedbackModal featureName={featureName} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
