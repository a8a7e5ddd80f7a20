import type { Permission } from '@margay/auth/permissions';
import { BareCheckbox } from '../../ui/inputs/choice.tsx';
import { NoResults } from '../../ui/layout/states.tsx';
import {
  cardsMatching,
  infosOf,
  isKeptByModify,
  permissionCards,
  withPermissions,
} from './permission-rows.ts';
import type { Held, PermissionCard, PermissionRow } from './permission-rows.ts';
import styles from './roles.module.css';

export interface PermissionGridProps {
  held: Held;
  onHeld: (held: Held) => void;
  /** Shows only what holds these words. */
  search: string;
  onClearSearch: () => void;
  isReadOnly: boolean;
}

/** Every permission by group: what may be seen, what may be changed. */
export function PermissionGrid(props: PermissionGridProps) {
  const cards = cardsMatching(props.search);
  if (cards.length === 0)
    return <NoResults what="permission" filterCount={1} onClear={props.onClearSearch} />;
  return (
    <div className={styles.cards}>
      {cards.map((card) => (
        <GroupCard key={card.group} card={card} {...props} />
      ))}
    </div>
  );
}

function GroupCard({ card, held, onHeld, isReadOnly }: PermissionGridProps & { card: PermissionCard }) {
  // All of the group, also what a search leaves out: its name says so.
  const whole = permissionCards.find(({ group }) => group === card.group) ?? card;
  const names = whole.rows.flatMap(infosOf).map(({ name }) => name);
  const count = names.filter((name) => held.has(name)).length;
  const set = (changed: readonly Permission[], isOn: boolean) => onHeld(withPermissions(held, changed, isOn));
  return (
    <section className={styles.group} aria-label={card.group}>
      <header className={styles.groupHead}>
        <BareCheckbox
          label={`Everything of ${card.group}`}
          checked={count === names.length}
          mixed={count > 0}
          disabled={isReadOnly}
          onChange={(isOn) => set(names, isOn)}
        />
        <h2 className={styles.groupTitle}>{card.group}</h2>
        <span aria-hidden>View</span>
        <span aria-hidden>Manage</span>
      </header>
      {card.rows.map((row) => (
        <Row key={row.subject} row={row} held={held} isReadOnly={isReadOnly} onSet={set} />
      ))}
    </section>
  );
}

interface RowProps {
  row: PermissionRow;
  held: Held;
  isReadOnly: boolean;
  onSet: (changed: readonly Permission[], isOn: boolean) => void;
}

function Row({ row, held, isReadOnly, onSet }: RowProps) {
  return (
    <div className={styles.permission}>
      <span>
        <span className={styles.subject}>{row.subject}</span>
        <span className={styles.text}>{row.text}</span>
      </span>
      {[row.view, row.manage].map((info, at) => (
        <span key={at === 0 ? 'view' : 'manage'} className={styles.cell} title={info?.description}>
          {info === undefined ? (
            <span aria-hidden>–</span>
          ) : (
            <BareCheckbox
              label={info.label}
              checked={held.has(info.name)}
              disabled={isReadOnly || isKeptByModify(held, info.name)}
              onChange={(isOn) => onSet([info.name], isOn)}
            />
          )}
        </span>
      ))}
    </div>
  );
}
