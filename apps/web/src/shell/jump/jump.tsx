import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useUser } from '../../lib/session/session-context.tsx';
import { IconExternalLink } from '../../ui/icons.ts';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { targetOf, usePlaces } from './places.ts';
import type { SearchAddressOf } from './places.ts';
import { recentTargets, rememberTarget } from './recent.ts';
import styles from './jump.module.css';
import { groupTargets } from './target.ts';
import type { Target } from './target.ts';
import { useOwnTargets } from './use-own-targets.ts';

export interface JumpProps {
  isOpen: boolean;
  onClose: () => void;
  onShowShortcuts: () => void;
  searchAddressOf: SearchAddressOf;
}

/** Finds anything by its name or id and goes there, or does it. */
export function Jump({ isOpen, onClose, onShowShortcuts, searchAddressOf }: JumpProps) {
  const router = useRouter();
  const user = useUser();
  const userId = user?.id ?? '';
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const listId = useId();
  const { places, isWaiting, failure } = usePlaces(text);
  const own = useOwnTargets(onShowShortcuts);
  const openSearch = async (params: unknown, id: string) =>
    router.history.push(await searchAddressOf(params, id));
  const found = places.map((place) => targetOf(place, (params, id) => void openSearch(params, id)));
  const isEmpty = text.trim() === '';
  const groups = groupTargets(
    isEmpty
      ? [...recentTargets(userId), ...found, ...own.screens, ...own.rest]
      : [...own.screens, ...found, ...own.rest],
    text,
  );
  const targets = groups.flatMap((group) => group.targets);
  // By its key, so that what comes later does not move the cursor to something else.
  const cursor = Math.max(
    0,
    targets.findIndex(({ key }) => key === chosen),
  );

  useEffect(() => {
    document.getElementById(`${listId}-${cursor}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, cursor]);

  function go(target: Target | undefined, event: KeyboardEvent | undefined) {
    if (!target) return;
    rememberTarget(userId, target);
    onClose();
    if ('to' in target.does) router.history.push(target.does.to);
    else if ('href' in target.does) window.open(target.does.href, '_blank', 'noopener');
    else target.does.run(event);
  }
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Jump to" width={650}>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Name, id or action"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={targets[cursor] ? `${listId}-${cursor}` : undefined}
        aria-busy={isWaiting}
        placeholder="Detection, alert, source, search, screen or action"
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(undefined);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined)
            setChosen(targets[Math.max(0, Math.min(targets.length - 1, cursor + step))]?.key);
          else if (event.key === 'Enter') go(targets[cursor], event.nativeEvent);
          else return;
          event.preventDefault();
        }}
      />
      <div id={listId} role="listbox" aria-label="Found" className={styles.list}>
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className={styles.heading} aria-hidden>
              {group.label}
            </div>
            {group.targets.map((target) => {
              const index = targets.indexOf(target);
              return (
                <div
                  key={target.key}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === cursor}
                  className={styles.item}
                  onClick={(event) => go(target, new KeyboardEvent('keydown', event.nativeEvent))}
                  onKeyDown={() => undefined}
                  onMouseMove={() => setChosen(target.key)}
                >
                  <TargetLine target={target} />
                </div>
              );
            })}
          </div>
        ))}
        {targets.length === 0 && (
          <div className={styles.none}>{isWaiting ? 'Searching…' : `Nothing is called “${text.trim()}”`}</div>
        )}
      </div>
      {failure !== undefined && (
        <div role="status" className={styles.failure}>
          {`Only screens, actions and help are listed: ${failureText(failure)}`}
        </div>
      )}
    </Modal>
  );
}

function TargetLine({ target }: { target: Target }) {
  const { label, note, at, keys, does } = target;
  return (
    <>
      <span className={styles.label}>{label}</span>
      {note && <span className={styles.note}>{note}</span>}
      <span className={styles.end}>
        {at !== undefined && <Time at={at} />}
        {keys !== undefined && <Kbd keys={keys} />}
        {'href' in does && <IconExternalLink size={14} stroke={1.5} aria-label="opens in a new window" />}
      </span>
    </>
  );
}
