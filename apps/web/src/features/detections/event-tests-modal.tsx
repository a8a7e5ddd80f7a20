import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import styles from './add-test.module.css';
import type { UnitTest } from './queries.ts';
import { newTest } from './rule-draft.ts';

export interface EventTestsModalProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Each as JSON text; a test is made of each. */
  events: readonly string[];
  /** That the rule has already. */
  tests: readonly UnitTest[];
  onAdd: (tests: UnitTest[]) => void;
  /** Where the events come from. */
  children: ReactNode;
  note?: ReactNode;
}

/** Makes tests of events, whichever way they are found, that all match the rule or all do not. */
export function EventTestsModal(props: EventTestsModalProps) {
  const { isOpen, onClose, title, events, tests, onAdd, children, note } = props;
  const [isMatch, setMatch] = useState(true);
  function add() {
    const added: UnitTest[] = [];
    for (const resource of events)
      added.push({ ...newTest([...tests, ...added]), expectedResult: isMatch, resource });
    onAdd(added);
    onClose();
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      width={650}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={events.length === 0} onClick={add}>
            {events.length > 1 ? `Add ${events.length} tests` : 'Add test'}
          </Button>
        </>
      }
    >
      <div className={styles.paste}>
        {children}
        <Switch label="The rule should match these events" checked={isMatch} onChange={setMatch} />
        {note}
      </div>
    </Modal>
  );
}
