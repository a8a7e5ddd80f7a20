import { useState } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { TextArea } from '../../ui/inputs/text-input.tsx';
import { EventTestsModal } from './event-tests-modal.tsx';
import type { EventTestsModalProps } from './event-tests-modal.tsx';
import { readPasted } from './pasted-tests.ts';

/** Makes tests of events somebody has at hand. */
export function PasteTests(props: Pick<EventTestsModalProps, 'isOpen' | 'onClose' | 'tests' | 'onAdd'>) {
  const [text, setText] = useState('');
  const { events, fault } = readPasted(text);
  return (
    <EventTestsModal
      {...props}
      title="Tests from JSON"
      events={events}
      onAdd={(added) => {
        props.onAdd(added);
        setText('');
      }}
    >
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
    </EventTestsModal>
  );
}
