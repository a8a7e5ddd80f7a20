import { DiffView } from '../../editor/diff/diff-view.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Properties } from '../../ui/layout/page.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { JsonTree } from '../../ui/text/json-tree.tsx';
import styles from './audit-log.module.css';
import { Actor, Result } from './entry-marks.tsx';
import { changeOf } from './entry-text.ts';
import type { AuditEntry } from './queries.ts';

const kinds: Record<string, string> = {
  person: 'Person',
  token: 'API token',
  system: 'Margay itself',
  anonymous: 'Not signed in',
};

interface EntrySheetProps {
  entry: AuditEntry;
  /** Shows everything the same actor did. */
  onActor: (actor: string) => void;
  onClose: () => void;
}

/** One entry: who, from where, before and after, the record, and its place in the chain. */
export function EntrySheet({ entry, onActor, onClose }: EntrySheetProps) {
  const { actor, position, hash } = entry;
  const change = changeOf(entry);
  const actorId = actor.id;
  return (
    <SideSheet
      isOpen
      onClose={onClose}
      title={entry.action}
      subtitle={<Time at={entry.createdAt} format="absolute" />}
      width="bucket"
      actions={
        actorId !== null && <Button onClick={() => onActor(actorId)}>All by {actor.name ?? actorId}</Button>
      }
    >
      <div className={styles.sheet}>
        <Properties
          items={[
            { label: 'Result', value: <Result result={entry.result} /> },
            { label: 'Actor', value: <Actor entry={entry} /> },
            {
              label: 'Kind',
              value: [kinds[actor.kind] ?? actor.kind, actor.roleName].filter(Boolean).join(', '),
            },
            ...(actor.email ? [{ label: 'Email', value: actor.email }] : []),
            { label: 'Address', value: <span className={styles.mono}>{entry.sourceIp ?? '–'}</span> },
            { label: 'User agent', value: entry.userAgent || '–' },
          ]}
        />
        {entry.errors.length > 0 && (
          <Note tone="warning" title="Why it failed">
            {entry.errors.join('; ')}
          </Note>
        )}
        {entry.isWithheld && (
          <Note title="The details are withheld">They may be of log types that your role may not read.</Note>
        )}
        {change && (
          <section className={styles.part} aria-label="Before and after">
            <h3 className={styles.heading}>Before and after</h3>
            <DiffView before={change.before} after={change.after} />
          </section>
        )}
        {entry.record !== null && (
          <section className={styles.part} aria-label="Record">
            <div className={styles.texts}>
              <h3 className={styles.heading}>Record</h3>
              <CopyButton value={JSON.stringify(entry.record, null, 2)} label="Copy record" />
            </div>
            <JsonTree label="Record" value={entry.record} openDepth={3} />
          </section>
        )}
        <section className={styles.part} aria-label="Chain">
          <h3 className={styles.heading}>Chain</h3>
          {position === null ? (
            <p>Not sealed yet. That takes about a second.</p>
          ) : (
            <Properties
              items={[
                { label: 'Number', value: position.toLocaleString('en-US') },
                { label: 'Hash', value: <span className={styles.mono}>{hash}</span> },
                { label: 'ID', value: <span className={styles.mono}>{entry.id}</span> },
              ]}
            />
          )}
        </section>
      </div>
    </SideSheet>
  );
}
