import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, CountChip } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconHistory } from '../../ui/icons.ts';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { Pane } from '../../ui/page.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.ts';
import { ChangeList } from './change-list.tsx';
import shared from './detections.module.css';
import styles from './rule-history.module.css';
import { countChanges, diffLines } from './line-diff.ts';
import { requestTests, usePeople, usePutRule } from './queries.ts';
import type { Rule, useRuleVersions, VersionRecord } from './queries.ts';
import { readDefinition } from './rule-definition.ts';
import type { RuleVersion } from './rule-definition.ts';
import { summaryText } from './test-outcome.ts';

interface ReadVersion extends Omit<VersionRecord, 'definition'> {
  definition: RuleVersion | undefined;
  /** Against the version before it. */
  change: { added: number; removed: number } | undefined;
}

export interface RuleHistoryProps {
  rule: Rule;
  versions: ReturnType<typeof useRuleVersions>;
  chosen: number | undefined;
  against: number | undefined;
  onChoose: (version: number, against: number | undefined) => void;
}

/** Every version with who and when; any two compared; an older one restored as the next version. */
export function RuleHistory({ rule, versions, chosen, against, onChoose }: RuleHistoryProps) {
  const people = usePeople();
  const [isAsking, setAsking] = useState(false);
  const noModify = useMissingPermission('RuleModify');
  const list = useMemo(() => readVersions(versions.data ?? []), [versions.data]);
  const live = list.find((version) => version.versionId === rule.versionId) ?? list[0];
  if (versions.isError) {
    return (
      <FailedState
        title="The versions could not be loaded"
        message={failureText(versions.error)}
        onRetry={() => void versions.refetch()}
      />
    );
  }
  if (!live) {
    return (
      <div className={shared.skeletonPane}>
        <SkeletonLines lines={8} label="Loading the versions" />
      </div>
    );
  }
  const picked = list.find((version) => version.number === chosen) ?? live;
  const before = (version: ReadVersion) => list.find((entry) => entry.number === version.number - 1);
  const other =
    list.find((version) => version.number === against) ??
    // The live version is compared with the one before it.
    (picked === live ? before(live) : live);
  const [older, newer] = other && other.number < picked.number ? [other, picked] : [picked, other];
  const nameOf = (id: string | null) => (id === null ? 'Margay' : (people.get(id) ?? 'Another person'));
  const titleOf = (version: ReadVersion) => `${version.number}${version === live ? ', live' : ''}`;
  const restoreReason = noModify ?? (rule.managed ? 'A managed detection changes with its pack.' : undefined);

  return (
    <div className={styles.history}>
      <Pane
        title={
          <span className={shared.paneTitle}>
            Versions <CountChip count={list.length} />
          </span>
        }
      >
        <ul>
          {list.map((version) => (
            <li key={version.versionId}>
              <button
                type="button"
                className={cx(styles.version, version === picked && styles.picked)}
                aria-pressed={version === picked}
                data-compared={version === other || undefined}
                title="Shift and click compares with the version already chosen"
                onClick={(event) =>
                  event.shiftKey
                    ? onChoose(picked.number, version.number)
                    : onChoose(version.number, undefined)
                }
              >
                <span className={styles.versionTitle}>
                  {`Version ${version.number}`}
                  {version === live && <Badge tone="success">live</Badge>}
                  <span className={styles.versionTime}>
                    <Time at={version.createdAt} />
                  </span>
                </span>
                <span className={styles.versionFacts}>
                  {version.createdBy !== null && (
                    <Avatar id={version.createdBy} name={nameOf(version.createdBy)} />
                  )}
                  {nameOf(version.createdBy)}
                  <Changes change={version.change} />
                  {version.definition && <span>{countOf(version.definition.tests.length, 'test')}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Pane>
      <Pane
        title={
          <span className={shared.paneTitle}>
            {newer && newer !== older ? (
              <>
                {`Version ${titleOf(older)}`}
                <IconArrowRight size={14} stroke={1.5} aria-label="to" />
                {titleOf(newer)}
                {older.definition && newer.definition && (
                  <Changes change={countChanges(diffLines(older.definition.body, newer.definition.body))} />
                )}
              </>
            ) : (
              `Version ${titleOf(picked)}`
            )}
          </span>
        }
        actions={
          picked !== live && (
            <Button
              size="sm"
              icon={<IconHistory size={16} stroke={1.5} aria-hidden />}
              disabledReason={restoreReason}
              onClick={() => setAsking(true)}
            >
              {`Restore ${picked.number}`}
            </Button>
          )
        }
      >
        <Comparison older={older} newer={newer} />
      </Pane>
      {picked.definition && (
        <RestoreModal
          key={picked.versionId}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          rule={rule}
          number={picked.number}
          liveNumber={live.number}
          nextNumber={(list[0]?.number ?? 0) + 1}
          definition={picked.definition}
          onRestored={() => {
            setAsking(false);
            onChoose((list[0]?.number ?? 0) + 1, undefined);
          }}
        />
      )}
    </div>
  );
}

function readVersions(records: readonly VersionRecord[]): ReadVersion[] {
  const read = records.map((record) => ({ ...record, definition: readDefinition(record.definition) }));
  return read.map((version, index) => {
    const previous = read[index + 1]?.definition;
    return {
      ...version,
      change:
        version.definition && previous
          ? countChanges(diffLines(previous.body, version.definition.body))
          : undefined,
    };
  });
}

function Changes({ change }: { change: { added: number; removed: number } | undefined }) {
  if (!change) return null;
  return (
    <span className={shared.mono} aria-label={`${change.added} lines added, ${change.removed} removed`}>
      <span className={shared.goodText}>{`+${change.added}`}</span>{' '}
      <span className={shared.badText}>{`−${change.removed}`}</span>
    </span>
  );
}

function Comparison({ older, newer }: { older: ReadVersion; newer: ReadVersion | undefined }) {
  if (!newer || newer === older) {
    return (
      <p className={shared.emptyNote}>This is the only version. The next save makes one to compare with.</p>
    );
  }
  if (!older.definition || !newer.definition) {
    return (
      <div className={shared.noteBox}>
        <Note tone="warning">One of these versions has a shape this console does not know.</Note>
      </div>
    );
  }
  return <ChangeList before={older.definition} after={newer.definition} />;
}

interface RestoreProps {
  isOpen: boolean;
  onClose: () => void;
  rule: Rule;
  number: number;
  liveNumber: number;
  nextNumber: number;
  definition: RuleVersion;
  onRestored: () => void;
}

/** Runs the old version's tests today, then saves it as the newest version. */
function RestoreModal(props: RestoreProps) {
  const { isOpen, onClose, rule, number, liveNumber, nextNumber, definition, onRestored } = props;
  const graphql = useGraphql();
  const put = usePutRule();
  const input = { ...definition, id: rule.id, enabled: rule.enabled, isNew: false };
  const tests = useQuery({
    queryKey: ['detections', 'restore-tests', rule.id, number],
    queryFn: ({ signal }) => requestTests(graphql, input, signal),
    enabled: isOpen && definition.tests.length > 0,
    staleTime: 0,
    meta: { failure: 'panel' },
  });
  const isGood = tests.data?.every((record) => record.passed) === true;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={`Restore version ${number}`}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={<IconHistory size={16} stroke={1.5} aria-hidden />}
            loading={put.isPending}
            onClick={() =>
              put.mutate(
                { ...input, versionId: rule.versionId },
                {
                  onSuccess() {
                    toast.success(`Version ${number} of ${rule.displayName} restored`);
                    onRestored();
                  },
                },
              )
            }
          >
            Restore
          </Button>
        </>
      }
    >
      <p>
        {`Version ${number} of `}
        <b>{rule.displayName}</b>
        {` becomes version ${nextNumber} and judges events from then on. Version ${liveNumber} stays in the history.`}
      </p>
      <p className={styles.verdict} role="status">
        {definition.tests.length === 0 ? (
          <span className={shared.warn}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            It has no tests
          </span>
        ) : tests.isFetching ? (
          <>
            <Spinner />
            {`Running its ${countOf(definition.tests.length, 'test')}`}
          </>
        ) : (
          <span className={isGood ? shared.good : shared.bad}>
            {isGood ? (
              <IconCircleCheck size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            )}
            {tests.data ? summaryText(tests.data) : `Its tests could not be run. ${failureText(tests.error)}`}
          </span>
        )}
      </p>
      {put.error && (
        <Note tone="danger" title="The version is not restored">
          {failureText(put.error)}
        </Note>
      )}
    </Modal>
  );
}
