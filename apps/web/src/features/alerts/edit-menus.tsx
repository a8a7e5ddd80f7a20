import { alertStatuses } from '@margay/model';
import type { AlertStatus } from '@margay/model';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { StatusLabel, statusLabels } from '../../ui/marks/status.tsx';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { listedName, personName } from '../../lib/person-name.ts';
import { shortPersonName } from './labels.ts';
import type { ListedPerson, Person } from './queries.ts';

/** One entry per status; the present one cannot be chosen. `reason` says why none can. */
export function statusEntries(
  current: AlertStatus | undefined,
  onPick: (status: AlertStatus) => void,
  reason?: string,
): MenuEntry[] {
  return alertStatuses.map((status) => ({
    label: statusLabels[status],
    icon: <StatusDot status={status} />,
    selected: status === current,
    disabled: status === current,
    reason,
    onSelect: () => onPick(status),
  }));
}

/** The glyph of a status alone. */
function StatusDot({ status }: { status: AlertStatus }) {
  return (
    <span style={{ width: 14, overflow: 'hidden', display: 'inline-flex' }} aria-hidden>
      <StatusLabel status={status} />
    </span>
  );
}

export interface AssigneeChoice {
  people: readonly ListedPerson[];
  /** Undefined: several alerts with different people. */
  current: Person | null | undefined;
  /** Id of the person who chooses. */
  ownId: string | undefined;
  onPick: (assigneeId: string | null) => void;
  reason?: string | undefined;
}

/** Oneself first, nobody, then everyone else who can sign in. */
export function assigneeEntries({ people, current, ownId, onPick, reason }: AssigneeChoice): MenuEntry[] {
  const entryOf = (person: ListedPerson, label: string): MenuEntry => ({
    label,
    icon: <Avatar id={person.id} name={personName(person)} />,
    selected: current?.id === person.id,
    disabled: current?.id === person.id,
    reason,
    onSelect: () => onPick(person.id),
  });
  const own = people.find(({ id }) => id === ownId);
  const others = people
    .filter((person) => person.enabled && person.id !== ownId)
    .toSorted((a, b) => personName(a).localeCompare(personName(b)));
  return [
    ...(own ? [entryOf(own, `${personName(own)} (you)`)] : []),
    {
      label: 'Unassigned',
      icon: <Avatar />,
      selected: current === null,
      disabled: current === null,
      reason,
      onSelect: () => onPick(null),
    },
    ...(others.length > 0 ? [{ kind: 'line' } as const] : []),
    ...others.map((person) => entryOf(person, listedName(person))),
  ];
}

/** A person as avatar and first name; nobody as a ring and a dash. */
export function AssigneeLabel({ person }: { person: Person | null }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 7, minWidth: 0 }}>
      <Avatar id={person?.id} name={person ? personName(person) : undefined} />
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {person ? shortPersonName(person) : '–'}
      </span>
    </span>
  );
}
