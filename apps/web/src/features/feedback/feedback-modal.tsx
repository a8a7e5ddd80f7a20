import { useId, useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { TextArea } from '../../ui/inputs/text-input.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './feedback.module.css';
import { useSendFeedback } from './queries.ts';

const ratings = [1, 2, 3, 4, 5] as const;
const longest = 5_000;

/** Asks what somebody thinks of a feature. What is sent stays on this installation. */
export default function FeedbackModal({
  featureName,
  onClose,
}: {
  featureName: string;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [rating, setRating] = useState<number | null>(null);
  const [showsError, setShowsError] = useState(false);
  const send = useSendFeedback();
  const isEmpty = text.trim() === '';
  const submit = () => {
    setShowsError(isEmpty);
    if (isEmpty) return;
    send.mutate(
      {
        featureName,
        feedbackText: text,
        featureUsefulness: rating,
        locationUrl: window.location.href,
        screenWidth: window.innerWidth,
      },
      {
        onError: (error) => toast.error({ title: 'Failed to send feedback', message: failureText(error) }),
      },
    );
  };
  if (send.isSuccess)
    return (
      <Modal
        isOpen
        onClose={onClose}
        title="Feedback"
        width={450}
        actions={
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        }
      >
        <p role="status">Feedback received. Thank you!</p>
      </Modal>
    );
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Feedback"
      width={450}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={send.isPending} onClick={submit}>
            Send
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Rating label={`How useful is ${featureName}?`} value={rating} onChange={setRating} />
        <TextArea
          label="What do you think?"
          required
          rows={5}
          maxLength={longest}
          value={text}
          onChange={setText}
          error={showsError && isEmpty ? 'This field is required' : undefined}
          help="Kept on this installation, where administrators can read it with your name."
        />
      </div>
    </Modal>
  );
}

function Rating(props: { label: string; value: number | null; onChange: (value: number | null) => void }) {
  const { label, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.rating}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.choices}>
        {ratings.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={value === choice}
              onChange={() => onChange(choice)}
              aria-label={`${choice} of ${ratings.length}`}
            />
            <span aria-hidden>{choice}</span>
          </label>
        ))}
        {value !== null && (
          <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
            Clear
          </Button>
        )}
      </div>
      <div className={styles.scale} aria-hidden>
        <span>Not useful</span>
        <span>Very useful</span>
      </div>
    </fieldset>
  );
}
