import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { IconBraces, IconDatabase, IconPlus, IconUrgent } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { TextArea } from '../../ui/inputs/text-input.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { countOf } from '../../lib/format-number.ts';
import styles from './add-test.module.css';
import { PickEvents } from './pick-events.tsx';
import { readPasted } from './pasted-tests.ts';
import type { UnitTest } from './queries.ts';
import { newTest } from './rule-draft.ts';
import { useLastEvent } from './use-last-event.ts';

export interface AddTestProps {
  tests: readonly UnitTest[];
  /** Whose alerts have events to test with; undefined while it is not saved. */
  ruleId: string | undefined;
  /** Of the rule; undefined where it judges no stored events. */
  logTypes: readonly string[] | undefined;
  onAdd: (tests: UnitTest[]) => void;
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Makes tests: an empty one, from events somebody has at hand, or from the event that alerted last. */
export function AddTest({ tests, ruleId, logTypes, onAdd }: AddTestProps) {
  const [isPicking, setPicking] = useState(false);
  const noSearch = useMissingPermission('DataAnalyticsRead');
  const noEvents =
    logTypes === undefined
      ? 'It judges rows of a saved search, which are not stored events.'
      : logTypes.length === 0
        ? 'Choose a log type of the rule first.'
        : noSearch;
  const [isPasting, setPasting] = useState(false);
  const lastEvent = useLastEvent();
  const noAlerts = useMissingPermission('AlertRead');

  function addLast() {
    if (ruleId === undefined) return;
    lastEvent.mutate(ruleId, {
      onSuccess(event) {
        if (event === undefined) return toast.info(`No alert of ${ruleId} has an event yet`);
        const name = `Alert Test - ${new Date().toISOString()}`;
        onAdd([{ name, expectedResult: true, resource: JSON.stringify(event), mocks: [] }]);
      },
      onError: (error) =>
        toast.error({ title: 'The last alert event could not be read', message: failureText(error) }),
    });
  }
  return (
    <>
      <Menu
        label="Add test"
        position="bottom-end"
        entries={[
          { label: 'Empty test', icon: <IconPlus {...icon} />, onSelect: () => onAdd([newTest(tests)]) },
          { label: 'From JSON…', icon: <IconBraces {...icon} />, onSelect: () => setPasting(true) },
          {
            label: 'From events…',
            icon: <IconDatabase {...icon} />,
            disabled: noEvents !== undefined,
            reason: noEvents,
            onSelect: () => setPicking(true),
          },
          {
            label: 'From the last alert event',
            icon: <IconUrgent {...icon} />,
            disabled: ruleId === undefined || noAlerts !== undefined,
            reason: ruleId === undefined ? 'A rule that is not saved has no alerts.' : noAlerts,
            onSelect: addLast,
          },
        ]}
      >
        <IconButton label="Add test" size="sm" loading={lastEvent.isPending}>
          <IconPlus {...icon} />
        </IconButton>
      </Menu>
      {isPicking && (
        <PickEvents
          isOpen
          onClose={() => setPicking(false)}
          logTypes={logTypes ?? []}
          tests={tests}
          onAdd={onAdd}
        />
      )}
      <PasteTests isOpen={isPasting} onClose={() => setPasting(false)} tests={tests} onAdd={onAdd} />
    </>
  );
}

interface PasteProps extends Pick<AddTestProps, 'tests' | 'onAdd'> {
  isOpen: boolean;
  onClose: () => void;
}

function PasteTests({ isOpen, onClose, tests, onAdd }: PasteProps) {
  const [text, setText] = useState('');
  const [isMatch, setMatch] = useState(true);
  const { events, fault } = readPasted(text);
  function add() {
    const added: UnitTest[] = [];
    for (const resource of events)
      added.push({ ...newTest([...tests, ...added]), expectedResult: isMatch, resource });
    onAdd(added);
    setText('');
    onClose();
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title="Tests from JSON"
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
        <TextArea
          label="Events"
          data-autofocus
          rows={14}
          mono
          help={
            events.length > 0
              ? countOf(events.length, 'event')
              : 'One event, a list of events, or an event a line. Each becomes a test.'
          }
          error={fault}
          value={text}
          onChange={setText}
        />
        <Switch label="The rule should match these events" checked={isMatch} onChange={setMatch} />
      </div>
    </Modal>
  );
}
