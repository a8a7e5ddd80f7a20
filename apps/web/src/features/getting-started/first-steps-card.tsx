import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { localText } from '../../lib/storage.ts';
import { IconX } from '../../ui/icons.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import styles from './getting-started.module.css';
import { useSteps } from './first-steps.tsx';

/** Somebody who works with alerts is not waiting for a step. */
const everyMs = 30_000;
const hidden = localText('margay.firstSteps.hidden');

/** One line above the alerts, from the first alert until every step is done or the person has seen enough of it. */
export function FirstStepsCard() {
  const [isHidden, setHidden] = useState(() => hidden.read() !== undefined);
  return isHidden ? null : (
    <Line
      onHide={() => {
        hidden.write('yes');
        setHidden(true);
      }}
    />
  );
}

function Line({ onHide }: { onHide: () => void }) {
  const { steps, hasAlerts } = useSteps(everyMs);
  // Without an alert the whole guide stands in place of the list.
  if (!steps || !hasAlerts) return null;
  const open = steps.filter(({ done }) => !done);
  const [next] = open;
  if (!next) return null;
  return (
    <section className={styles.card} aria-label="First steps">
      <span className={styles.cardText}>
        <Link to="/getting-started/">{`${steps.length - open.length} of ${steps.length} first steps are done`}</Link>
        <span className={styles.cardNext}>Next: {next.title}</span>
      </span>
      {next.action?.('default')}
      <IconButton size="sm" label="Hide the first steps" onClick={onHide}>
        <IconX size={14} stroke={1.5} aria-hidden />
      </IconButton>
    </section>
  );
}
