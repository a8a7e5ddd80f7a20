import { useState } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Checkbox } from '../../ui/inputs/choice.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import styles from './add-test.module.css';
import { EventTestsModal } from './event-tests-modal.tsx';
import type { EventTestsModalProps } from './event-tests-modal.tsx';
import { offeredEvents, useStoredEvents } from './stored-events.ts';
import type { StoredEvent } from './stored-events.ts';

/** A search starts this long after the last key. */
const typingMs = 400;

export interface PickEventsProps extends Pick<
  EventTestsModalProps,
  'isOpen' | 'onClose' | 'tests' | 'onAdd'
> {
  /** Of the rule. */
  logTypes: readonly string[];
}

/** Makes tests of stored events of the rule's log types. */
export function PickEvents({ logTypes, ...props }: PickEventsProps) {
  const [chosenType, setChosenType] = useState<string>();
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState<readonly StoredEvent[]>([]);
  const logType =
    chosenType !== undefined && logTypes.includes(chosenType) ? chosenType : (logTypes[0] ?? '');
  const query = useStoredEvents(logType, useDebounced(words, typingMs), props.isOpen);
  const toggle = (event: StoredEvent) =>
    setPicked(
      picked.some(({ id }) => id === event.id)
        ? picked.filter(({ id }) => id !== event.id)
        : [...picked, event],
    );
  return (
    <EventTestsModal
      {...props}
      title="Tests from stored events"
      events={picked.map(({ event }) => JSON.stringify(event, undefined, 2))}
      onAdd={(added) => {
        props.onAdd(added);
        setPicked([]);
      }}
      note={
        picked.length > 0 && (
          <span className={styles.picked}>{`${countOf(picked.length, 'event')} chosen`}</span>
        )
      }
    >
      {logTypes.length > 1 && (
        <Select
          label="Log type"
          options={logTypes.map((value) => ({ value, label: value }))}
          value={logType}
          onChange={(value) => setChosenType(value ?? undefined)}
        />
      )}
      <TextInput
        label="Words in the event"
        autoFocus
        help={`The newest ${offeredEvents} of the past week`}
        value={words}
        onChange={setWords}
      />
      <EventList query={query} picked={picked} onToggle={toggle} />
    </EventTestsModal>
  );
}

function EventList(props: {
  query: ReturnType<typeof useStoredEvents>;
  picked: readonly StoredEvent[];
  onToggle: (event: StoredEvent) => void;
}) {
  const { query, picked, onToggle } = props;
  if (query.isError)
    return (
      <FailedState
        title="The events could not be read"
        message={failureText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data === undefined) return <SkeletonLines lines={6} />;
  if (query.data.length === 0)
    return (
      <p className={styles.picked}>
        No event of the past week holds this. Try other words or another log type.
      </p>
    );
  return (
    <ul className={styles.events} aria-label="Events">
      {query.data.map((stored) => (
        <li key={stored.id}>
          <Checkbox
            label={<EventLine stored={stored} />}
            checked={picked.some(({ id }) => id === stored.id)}
            onChange={() => onToggle(stored)}
          />
        </li>
      ))}
    </ul>
  );
}

function EventLine({ stored: { at, event } }: { stored: StoredEvent }) {
  const own = Object.entries(event).filter(([name]) => !name.startsWith('p_'));
  return (
    <span className={styles.eventLine}>
      <Time at={at} />{' '}
      <code title={JSON.stringify(event, undefined, 2)}>{JSON.stringify(Object.fromEntries(own))}</code>
    </span>
  );
}
