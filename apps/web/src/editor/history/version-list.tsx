import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Time } from '../../ui/marks/time.tsx';
import styles from './history.module.css';
import type { LineChange, ReadVersion } from './versions.ts';

export interface VersionListProps {
  versions: readonly ReadVersion[];
  live: ReadVersion;
  picked: ReadVersion;
  /** The other side of the comparison. */
  other: ReadVersion | undefined;
  nameOf: (id: string | null) => string;
  /** A fact of a version beside who and when. */
  factOf: (version: ReadVersion) => string | undefined;
  onPick: (version: ReadVersion) => void;
  /** Compares the picked one with this. */
  onCompare: (version: ReadVersion) => void;
}

/** Who made which version when. Arrow keys go through the list; with Shift they move the other side. */
export function VersionList(props: VersionListProps) {
  const { versions, live, picked, other, nameOf, factOf, onPick, onCompare } = props;
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = versions.indexOf(event.shiftKey ? (other ?? picked) : picked);
    const next = versions[from + step];
    if (!next || (event.shiftKey && next === picked)) return;
    if (event.shiftKey) return onCompare(next);
    onPick(next);
    list.current?.querySelectorAll<HTMLElement>('[role="radio"]')[from + step]?.focus();
  }
  return (
    <div ref={list} role="radiogroup" aria-label="Versions" onKeyDown={move}>
      {versions.map((version) => (
        <button
          key={version.versionId}
          type="button"
          role="radio"
          aria-checked={version === picked}
          // Without the picked one in a filtered list, the first can be reached.
          tabIndex={version === (versions.includes(picked) ? picked : versions[0]) ? 0 : -1}
          className={cx(styles.version, version === picked && styles.picked)}
          data-compared={version === other || undefined}
          title="Shift and click compares with the version already chosen"
          onClick={(event) => (event.shiftKey ? onCompare(version) : onPick(version))}
        >
          <span className={styles.mark} aria-hidden />
          <span className={styles.versionTitle}>
            {`Version ${version.number}`}
            {version === live && <Badge tone="success">live</Badge>}
            {version === other && <Badge>compared</Badge>}
            <span className={styles.versionTime}>
              <Time at={version.createdAt} />
            </span>
          </span>
          <span className={styles.versionSummary}>{version.summary}</span>
          <span className={styles.versionFacts}>
            {version.createdBy !== null && <Avatar id={version.createdBy} name={nameOf(version.createdBy)} />}
            {nameOf(version.createdBy)}
            <Changes change={version.change} />
            <span>{factOf(version)}</span>
          </span>
        </button>
      ))}
    </div>
  );
}

/** Lines added and removed. */
export function Changes({ change }: { change: LineChange | undefined }) {
  if (!change) return null;
  return (
    <span className={styles.mono} aria-label={`${change.added} lines added, ${change.removed} removed`}>
      <span className={styles.goodText}>{`+${change.added}`}</span>{' '}
      <span className={styles.badText}>{`−${change.removed}`}</span>
    </span>
  );
}
