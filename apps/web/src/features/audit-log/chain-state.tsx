import { countOf, formatCount } from '../../lib/format-number.ts';
import { Note } from '../../ui/layout/note.tsx';
import { Time } from '../../ui/marks/time.tsx';
import styles from './audit-log.module.css';
import type { AuditChain } from './queries.ts';

/** How far the log is known to be as it was written, as one line. */
export function ChainLine({ chain }: { chain: AuditChain | undefined }) {
  if (chain === undefined) return 'Every change and every read of raw data. Searchable as Panther.Audit.';
  const { sealedUpTo, retentionDays, verifiedAt, verifiedUpTo } = chain;
  const kept = `Every change and every read of raw data, kept for ${formatCount(retentionDays)} days. ${countOf(sealedUpTo, 'entry', 'entries')} sealed so far`;
  if (verifiedAt === null) return `${kept}, not verified yet.`;
  return (
    <>
      {kept}, verified up to number {formatCount(verifiedUpTo ?? 0)} <Time at={verifiedAt} format="ago" />.
    </>
  );
}

/** Only where something is wrong. */
export function ChainFault({ chain }: { chain: AuditChain | undefined }) {
  if (!chain?.fault) return null;
  const { position, reason } = chain.fault;
  return (
    <div className={styles.fault}>
      <Note tone="danger" title={`Entry number ${formatCount(position)} is not as it was written`}>
        {reason} Copy the database before anything else, then look for who had access to it.
      </Note>
    </div>
  );
}
