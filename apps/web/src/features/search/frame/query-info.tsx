import { useState } from 'react';
import { formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatDuration } from '../../../lib/format-time.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { IconInfoCircle } from '../../../ui/icons.ts';
import { Properties } from '../../../ui/layout/page.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { SideSheet } from '../../../ui/overlays/side-sheet.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { estimateText, useEstimate } from '../form/use-estimate.ts';
import { modeOf } from '../modes/index.ts';
import type { Search } from '../use-search.ts';
import styles from './query-info.module.css';

/** What is known of a query before it runs. */
export interface QueryFacts {
  /** As `database.table`; undefined while it is not known. */
  tables: readonly string[] | undefined;
  /** ISO texts in UTC; null for an open end. */
  time: { startTime: string | null; endTime: string | null } | undefined;
  /** The query as SQL, or why it cannot be written so; undefined while it is not known. */
  sql?: { text: string } | { reason: string } | undefined;
  /** Puts the SQL into the SQL mode; left out where it stands there already. */
  onOpenSql?: ((text: string) => void) | undefined;
}

/** Opens what the query reads, what it cost, and its SQL. */
export function QueryInfoButton(props: { search: Search; facts: QueryFacts; isNarrow: boolean }) {
  const { search, facts, isNarrow } = props;
  const [isOpen, setOpen] = useState(false);
  const icon = <IconInfoCircle size={16} stroke={1.5} aria-hidden />;
  return (
    <>
      {isNarrow ? (
        <IconButton size="lg" label="Query info" onClick={() => setOpen(true)}>
          {icon}
        </IconButton>
      ) : (
        <Button variant="quiet" icon={icon} onClick={() => setOpen(true)}>
          Query info
        </Button>
      )}
      <SideSheet isOpen={isOpen} onClose={() => setOpen(false)} title="Query info" overlay>
        {isOpen && <QueryInfo search={search} facts={facts} onClose={() => setOpen(false)} />}
      </SideSheet>
    </>
  );
}

const shownTables = 12;

function QueryInfo({ search, facts, onClose }: { search: Search; facts: QueryFacts; onClose: () => void }) {
  const { run, queryId, form } = search;
  const estimate = useEstimate(search);
  const isDone = queryId !== undefined && !search.isLoading;
  const { tables, time, sql, onOpenSql } = facts;
  return (
    <div className={styles.info}>
      <Properties
        items={[
          { label: 'Language', value: modeOf(form).label },
          { label: 'Tables', value: <Tables names={tables} /> },
          { label: 'Event time', value: <TimeText time={time} /> },
          {
            label: 'Rows',
            value: form.limit === null ? 'No limit is chosen' : `At most ${formatCount(form.limit)}`,
          },
          ...(isDone
            ? [
                { label: 'Found', value: `${formatCount(run.total)} rows` },
                {
                  label: 'Read',
                  value: `${formatBytes(run.bytesScanned)} in ${formatDuration(run.elapsedMs)}`,
                },
              ]
            : estimate
              ? [{ label: 'To read', value: estimateText(estimate) }]
              : []),
          ...(queryId === undefined ? [] : [{ label: 'Query id', value: <code>{queryId}</code> }]),
        ]}
      />
      {sql && 'reason' in sql && <p className={styles.note}>{sql.reason}</p>}
      {sql && 'text' in sql && (
        <section className={styles.sql}>
          <CodeBlock label="SQL of the query" code={sql.text} wrap />
          {onOpenSql && (
            <div>
              <Button
                onClick={() => {
                  onClose();
                  onOpenSql(sql.text);
                }}
              >
                Open in SQL
              </Button>
            </div>
          )}
        </section>
      )}
    </div>
  );
}

function Tables({ names }: { names: readonly string[] | undefined }) {
  if (names === undefined) return 'Not known yet';
  if (names.length === 0) return 'None';
  const rest = names.length - shownTables;
  return (
    <>
      {names.slice(0, shownTables).join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </>
  );
}

function TimeText({ time }: { time: QueryFacts['time'] }) {
  if (time === undefined) return 'Not known yet';
  const { startTime, endTime } = time;
  if (startTime === null && endTime === null) return 'All time';
  return (
    <>
      {startTime ? <Time at={startTime} format="absolute" /> : 'the first event'} to{' '}
      {endTime ? <Time at={endTime} format="absolute" /> : 'now'}
    </>
  );
}
