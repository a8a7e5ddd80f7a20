import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { formatPickerTime } from '../../lib/format-time.ts';
import { parsePickerTime } from '../../lib/picker-time.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { RadioGroup } from '../../ui/inputs/choice.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { MultiSelect } from '../../ui/inputs/select.tsx';
import { NumberInput, TextInput } from '../../ui/inputs/text-input.tsx';
import { useCreateReplay, useReplayLogTypes } from './replay-queries.ts';
import type { Replay } from './replay-types.ts';
import styles from './replays.module.css';

export interface NewReplayProps {
  isOpen: boolean;
  onClose: () => void;
  ruleId: string;
  logTypes: readonly string[];
  onStarted: (replay: Replay) => void;
}

const mostGigabytes = 20;
const mostDays = 30;
const dayMs = 86_400_000;

/** Asks what to replay: log types, and a time window or a size. */
export function NewReplay(props: NewReplayProps) {
  return (
    <Modal isOpen={props.isOpen} onClose={props.onClose} title="New replay" width={650}>
      {props.isOpen && <Form {...props} />}
    </Modal>
  );
}

function Form({ onClose, ruleId, logTypes, onStarted }: NewReplayProps) {
  const zone = useTimeZone();
  const create = useCreateReplay();
  const known = useReplayLogTypes();
  const [chosen, setChosen] = useState<string[]>([...logTypes]);
  const [kind, setKind] = useState<'time' | 'size'>('time');
  const [size, setSize] = useState<number | null>(1);
  const [times, setTimes] = useState(() => {
    const now = Date.now();
    return {
      from: formatPickerTime(new Date(now - 7 * dayMs), zone),
      to: formatPickerTime(new Date(now), zone),
    };
  });
  const from = parsePickerTime(times.from, zone);
  const to = parsePickerTime(times.to, zone);
  const faults = {
    logTypes: chosen.length === 0 ? 'Choose at least one log type' : undefined,
    from: kind === 'time' && !from ? 'Write MM/DD/YYYY HH:mm' : undefined,
    to: kind === 'time' ? endFault(from, to) : undefined,
    size:
      kind === 'size' && !(size !== null && size > 0 && size <= mostGigabytes)
        ? `More than 0 and at most ${mostGigabytes}`
        : undefined,
  };
  const hasFault = Object.values(faults).some((fault) => fault !== undefined);
  const names = [...new Set([...(known.data ?? []), ...logTypes])].toSorted();

  function start() {
    if (hasFault) return;
    create.mutate(
      {
        detectionId: ruleId,
        logTypes: chosen,
        ...(kind === 'time' && from && to ? { startsAt: from.toISOString(), endsAt: to.toISOString() } : {}),
        ...(kind === 'size' && size !== null ? { maxSizeInGB: size } : {}),
      },
      {
        onSuccess(replay) {
          onClose();
          onStarted(replay);
        },
      },
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <MultiSelect
        label="Log types"
        required
        options={names.map((name) => ({ value: name, label: name }))}
        value={chosen}
        onChange={setChosen}
        error={faults.logTypes}
      />
      <RadioGroup
        label="Which events"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'time', label: 'Time window', help: `At most ${mostDays} days` },
          {
            value: 'size',
            label: 'Size window',
            help: `The newest events of the last ${mostDays} days, up to about this size`,
          },
        ]}
      />
      {kind === 'time' ? (
        <div className={styles.pair}>
          <TextInput
            label="From"
            value={times.from}
            error={faults.from}
            onChange={(value) => setTimes({ ...times, from: value })}
          />
          <TextInput
            label={`To (${zone === 'UTC' ? 'UTC' : 'local time'})`}
            value={times.to}
            error={faults.to}
            onChange={(value) => setTimes({ ...times, to: value })}
          />
        </div>
      ) : (
        <NumberInput
          label="Size limit"
          unit="GB"
          min={0}
          max={mostGigabytes}
          value={size}
          onChange={setSize}
          error={faults.size}
        />
      )}
      <p className={styles.quiet}>
        The saved rule runs with its dedup period and threshold, in the order of the events. Nothing is
        delivered or listed among the real alerts.
      </p>
      {create.isError && (
        <Note tone="danger" title="The replay did not start">
          {failureText(create.error)}
        </Note>
      )}
      <div className={styles.formActions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" loading={create.isPending} disabled={hasFault}>
          Start replay
        </Button>
      </div>
    </form>
  );
}

function endFault(from: Date | undefined, to: Date | undefined): string | undefined {
  if (!to) return 'Write MM/DD/YYYY HH:mm';
  if (!from) return undefined;
  if (to <= from) return 'The end must be after the start';
  return to.getTime() - from.getTime() > mostDays * dayMs ? `At most ${mostDays} days` : undefined;
}
