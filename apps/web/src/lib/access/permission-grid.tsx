import type { Permission } from '@margay/auth/permissions';
import { BareCheckbox } from '../../ui/inputs/choice.tsx';
import { NoResults } from '../../ui/layout/states.tsx';
import {
  cardsMatching,
  describe,
  infosOf,
  isKeptByModify,
  permissionCards,
  withPermissions,
} from './permission-rows.ts';
import type { Held, Holder, PermissionCard, PermissionRow } from './permission-rows.ts';
import styles from './permission-grid.module.css';

export interface PermissionGridProps {
  holder: Holder;
  held: Held;
  onHeld: (held: Held) => void;
  /** Shows only what holds these words. */
  search: string;
  onClearSearch: () => void;
  isReadOnly: boolean;
  /** Why one of them cannot be given, or undefined when it can. What is held may always be taken away. */
  refusalOf?: (permission: Permission) => string | undefined;
}

/** Every permission by group: what may be seen, what may be changed. */
export function PermissionGrid(props: PermissionGridProps) {
  const cards = cardsMatching(props.search, props.holder);
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

const refusesNone = () => undefined;

function GroupCard(props: PermissionGridProps & { card: PermissionCard }) {
  const { card, holder, held, onHeld, isReadOnly, refusalOf = refusesNone } = props;
  // All of the group, also what a search leaves out: its name says so.
  const whole = permissionCards[holder].find(({ group }) => group === card.group) ?? card;
  const names = whole.rows
    .flatMap(infosOf)
    .map(({ name }) => name)
    .filter((name) => held.has(name) || refusalOf(name) === undefined);
  const count = names.filter((name) => held.has(name)).length;
  const set = (changed: readonly Permission[], isOn: boolean) => onHeld(withPermissions(held, changed, isOn));
  return (
    <section className={styles.group} aria-label={card.group}>
      <header className={styles.groupHead}>
        <BareCheckbox
          label={`Everything of ${card.group}`}
          checked={count > 0 && count === names.length}
          mixed={count > 0}
          disabled={isReadOnly || names.length === 0}
          onChange={(isOn) => set(names, isOn)}
        />
        <h2 className={styles.groupTitle}>{card.group}</h2>
        <span aria-hidden>View</span>
        <span aria-hidden>Manage</span>
      </header>
      {card.rows.map((row) => (
        <Row key={row.subject} {...{ row, holder, held, isReadOnly, refusalOf }} onSet={set} />
      ))}
    </section>
  );
}

interface RowProps {
  row: PermissionRow;
  holder: Holder;
  held: Held;
  isReadOnly: boolean;
  refusalOf: (permission: Permission) => string | undefined;
  onSet: (changed: readonly Permission[], isOn: boolean) => void;
}

function Row({ row, holder, held, isReadOnly, refusalOf, onSet }: RowProps) {
  return (
    <div className={styles.permission}>
      <span>
        <span className={styles.subject}>{row.subject}</span>
        <span className={styles.text}>{row.text}</span>
      </span>
      {[row.view, row.manage].map((info, at) => {
        const key = at === 0 ? 'view' : 'manage';
        if (info === undefined)
          return (
            <span key={key} className={styles.cell} aria-hidden>
              –
            </span>
          );
        const isHeld = held.has(info.name);
        const refusal = isHeld || isReadOnly ? undefined : refusalOf(info.name);
        const box = (
          <BareCheckbox
            label={refusal === undefined ? info.label : `${info.label}. ${refusal}`}
            checked={isHeld}
            disabled={isReadOnly || refusal !== undefined || isKeptByModify(held, info.name)}
            onChange={(isOn) => onSet([info.name], isOn)}
          />
        );
        return (
          <span key={key} className={styles.cell} title={refusal ?? describe(info, holder)}>
            {box}
          </span>
        );
      })}
    </div>
  );
}
