import type { Translation } from '@margay/query';
import { useState } from 'react';
import type { FlowEngine } from '../../../editor/pantherflow/flow-functions.ts';
import { useFlowEngine } from '../../../editor/pantherflow/load-engine.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatDuration } from '../../../lib/format-time.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { IconInfoCircle } from '../../../ui/icons.ts';
import { Properties } from '../../../ui/layout/page.tsx';
import { SkeletonLines } from '../../../ui/layout/states.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { SideSheet } from '../../../ui/overlays/side-sheet.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { estimateText, useEstimate } from '../form/use-estimate.ts';
import { untranslatableText } from '../modes/form-search.ts';
import { modeOf } from '../modes/index.ts';
import type { Search } from '../use-search.ts';
import styles from './query-info.module.css';

/** What is known of a query before it runs. */
export interface QueryFacts {
  /** As `database.table`; undefined while it is not known. */
  tables: readonly string[] | undefined;
  /** ISO texts in UTC; null for an open end. */
  time: { startTime: string | null; endTime: string | null } | undefined;
  /** The text of an SQL query with its macros written out. */
  expanded?: string | undefined;
  /** The query in SQL; for the form, which is no text. */
  sqlOf?: (engine: FlowEngine) => Translation;
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
  const { tables, time, expanded, sqlOf } = facts;
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
                { label: 'Found', value: countOf(run.total, 'row') },
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
      {expanded !== undefined && <CodeBlock label="Query with its macros written out" code={expanded} wrap />}
      {sqlOf && (
        <FormSql
          sqlOf={sqlOf}
          onOpen={(text) => {
            onClose();
            search.switchMode('sql', { text });
          }}
        />
      )}
    </div>
  );
}

/** The form as SQL, to read, to copy and to go on with. */
function FormSql(props: { sqlOf: (engine: FlowEngine) => Translation; onOpen: (text: string) => void }) {
  const { sqlOf, onOpen } = props;
  const engine = useFlowEngine();
  if (!engine) return <SkeletonLines lines={4} label="Writing the search as SQL" />;
  const { text, untranslatable } = sqlOf(engine);
  if (text === undefined)
    return <p className={styles.note}>It cannot be written as SQL. {untranslatableText(untranslatable)}</p>;
  return (
    <section className={styles.sql}>
      <CodeBlock label="Search as SQL" code={text} wrap />
      <div>
        <Button onClick={() => onOpen(text)}>Open in SQL</Button>
      </div>
    </section>
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
