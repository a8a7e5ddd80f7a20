import { useState } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Checkbox, Switch } from '../../ui/inputs/choice.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import styles from './add-test.module.css';
import type { UnitTest } from './queries.ts';
import { newTest } from './rule-draft.ts';
import { offeredEvents, useStoredEvents } from './stored-events.ts';
import type { StoredEvent } from './stored-events.ts';

/** A search starts this long after the last key. */
const typingMs = 400;

export interface PickEventsProps {
  isOpen: boolean;
  onClose: () => void;
  /** Of the rule. */
  logTypes: readonly string[];
  tests: readonly UnitTest[];
  onAdd: (tests: UnitTest[]) => void;
}

/** Makes tests of stored events of the rule's log types. */
export function PickEvents({ isOpen, onClose, logTypes, tests, onAdd }: PickEventsProps) {
  const [chosenType, setChosenType] = useState<string>();
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState<readonly StoredEvent[]>([]);
  const [isMatch, setMatch] = useState(true);
  const logType =
    chosenType !== undefined && logTypes.includes(chosenType) ? chosenType : (logTypes[0] ?? '');
  const query = useStoredEvents(logType, useDebounced(words, typingMs), isOpen);

  function add() {
    const added: UnitTest[] = [];
    for (const { event } of picked) {
      const resource = JSON.stringify(event, undefined, 2);
      added.push({ ...newTest([...tests, ...added]), expectedResult: isMatch, resource });
    }
    onAdd(added);
    setPicked([]);
    onClose();
  }
  const toggle = (event: StoredEvent) =>
    setPicked(
      picked.some(({ id }) => id === event.id)
        ? picked.filter(({ id }) => id !== event.id)
        : [...picked, event],
    );
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title="Tests from stored events"
      width={650}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={picked.length === 0} onClick={add}>
            {picked.length > 1 ? `Add ${picked.length} tests` : 'Add test'}
          </Button>
        </>
      }
    >
      <div className={styles.paste}>
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
        <Switch label="The rule should match these events" checked={isMatch} onChange={setMatch} />
        {picked.length > 0 && (
          <span className={styles.picked}>{`${countOf(picked.length, 'event')} chosen`}</span>
        )}
      </div>
    </Modal>
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
