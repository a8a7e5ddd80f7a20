import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { IconButton } from '../../ui/inputs/button.tsx';
import { IconBraces, IconDatabase, IconPlus, IconUrgent } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './add-test.module.css';
import { PasteTests } from './paste-tests.tsx';
import { PickEvents } from './pick-events.tsx';
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

/** Why no stored event can become a test of the rule; undefined where one can. */
function useNoEventsReason(logTypes: AddTestProps['logTypes']): string | undefined {
  const noSearch = useMissingPermission('DataAnalyticsRead');
  if (logTypes === undefined) return 'It judges rows of a saved search, which are not stored events.';
  return logTypes.length === 0 ? 'Choose a log type of the rule first.' : noSearch;
}

/** The end of a sentence that offers a first test: one of a stored event, where there can be such. */
export function OrStoredEvent({ tests, logTypes, onAdd }: Omit<AddTestProps, 'ruleId'>) {
  const [isPicking, setPicking] = useState(false);
  if (useNoEventsReason(logTypes) !== undefined) return null;
  return (
    <>
      , or{' '}
      <button type="button" className={styles.link} onClick={() => setPicking(true)}>
        take a stored event
      </button>
      {isPicking && (
        <PickEvents
          isOpen
          onClose={() => setPicking(false)}
          logTypes={logTypes ?? []}
          tests={tests}
          onAdd={onAdd}
        />
      )}
    </>
  );
}

/** Makes tests: an empty one, from events somebody has at hand, or from the event that alerted last. */
export function AddTest({ tests, ruleId, logTypes, onAdd }: AddTestProps) {
  const [isPicking, setPicking] = useState(false);
  const noEvents = useNoEventsReason(logTypes);
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
