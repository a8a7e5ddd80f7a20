import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import type { Permission } from '../../lib/permissions.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { CountChip } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { IconArrowRight, IconChevronDown, IconHistory } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Pane } from '../../ui/layout/page.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import type { DiffLayout } from '../diff/diff-view.tsx';
import { countChanges, diffLines } from '../diff/line-diff.ts';
import { ChangeList } from './change-list.tsx';
import styles from './history.module.css';
import { usePeople } from './use-people.ts';
import type { VersionRecord, VersionShape } from './version-shape.ts';
import { Changes, VersionList } from './version-list.tsx';
import { inOrder, readVersions } from './versions.ts';
import type { ReadVersion } from './versions.ts';

/** Below this width two columns of code do not fit beside the list. */
const splitFromPx = 1400;

/** What the answer to the question before a restore needs. */
export interface RestoreRequest<Definition> {
  isOpen: boolean;
  onClose: () => void;
  versionId: string;
  number: number;
  liveNumber: number;
  nextNumber: number;
  definition: Definition;
  onRestored: () => void;
}

export interface VersionHistoryProps<Definition> {
  shape: VersionShape<Definition>;
  /** The version in force. */
  liveVersionId: string;
  /** What restoring needs. */
  permission?: Permission;
  /** Why nothing can be restored, besides a missing permission. */
  readOnlyReason: string | undefined;
  versions: {
    data: readonly VersionRecord[] | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  restore: (request: RestoreRequest<Definition>) => ReactNode;
  chosen: number | undefined;
  against: number | undefined;
  onChoose: (version: number, against: number | undefined) => void;
}

/** Every version with who and when; any two compared; an older one restored as the next version. */
export function VersionHistory<Definition>(props: VersionHistoryProps<Definition>) {
  const { shape, liveVersionId, readOnlyReason, versions, chosen, against, onChoose } = props;
  const people = usePeople();
  const [isAsking, setAsking] = useState(false);
  const [author, setAuthor] = useState<string | null>();
  const [layout, setLayout] = useState<DiffLayout>('unified');
  const canSplit = useWindowWidth() >= splitFromPx;
  const noModify = useMissingPermission(props.permission ?? 'RuleModify');
  const list = useMemo(() => readVersions(versions.data ?? [], shape), [versions.data, shape]);
  const live = list.find((version) => version.versionId === liveVersionId) ?? list[0];
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
      <div className={styles.skeletonPane}>
        <SkeletonLines lines={8} label="Loading the versions" />
      </div>
    );
  }
  const picked = list.find((version) => version.number === chosen) ?? live;
  const before = (version: ReadVersion<Definition>) =>
    list.find((entry) => entry.number === version.number - 1);
  const other =
    list.find((version) => version.number === against && version !== picked) ??
    // The live version is compared with the one before it.
    (picked === live ? before(live) : live);
  const [older, newer] = inOrder(picked, other);
  const nameOf = (id: string | null) => (id === null ? 'Margay' : (people.get(id) ?? 'Another person'));
  const titleOf = (version: ReadVersion<Definition>) =>
    `${version.number}${version === live ? ', live' : ''}`;
  const restoreReason = noModify ?? readOnlyReason;
  const authors = [...new Set(list.map((version) => version.createdBy))];
  const nextNumber = (list[0]?.number ?? 0) + 1;

  return (
    <div className={styles.history}>
      <Pane
        title={
          <span className={styles.paneTitle}>
            Versions <CountChip count={list.length} />
          </span>
        }
        actions={
          authors.length > 1 && (
            <Choice
              label="Author"
              text={author === undefined ? 'Everyone' : nameOf(author)}
              entries={[
                { label: 'Everyone', selected: author === undefined, onSelect: () => setAuthor(undefined) },
                ...authors.map((id) => ({
                  label: nameOf(id),
                  selected: author === id,
                  onSelect: () => setAuthor(id),
                })),
              ]}
            />
          )
        }
      >
        <VersionList
          versions={author === undefined ? list : list.filter((version) => version.createdBy === author)}
          live={live}
          picked={picked}
          other={other}
          nameOf={nameOf}
          factOf={({ versionId }) => {
            const definition = list.find((version) => version.versionId === versionId)?.definition;
            return definition === undefined ? undefined : shape.factOf?.(definition);
          }}
          onPick={(version) => onChoose(version.number, undefined)}
          onCompare={(version) => onChoose(picked.number, version.number)}
        />
      </Pane>
      <Pane
        title={
          <span className={cx(styles.paneTitle, styles.title)}>
            {newer ? (
              <>
                {`Version ${titleOf(older)}`}
                <IconArrowRight size={14} stroke={1.5} aria-label="to" />
                {titleOf(newer)}
                {older.definition && newer.definition && (
                  <span className={styles.counts}>
                    <Changes
                      change={countChanges(
                        diffLines(shape.code(older.definition), shape.code(newer.definition)),
                      )}
                    />
                  </span>
                )}
              </>
            ) : (
              `Version ${titleOf(picked)}`
            )}
          </span>
        }
        actions={
          <span className={styles.tools}>
            {list.length > 2 && (
              <Choice
                label="Compare with"
                text="Compare with"
                entries={list
                  .filter((version) => version !== picked)
                  .map((version) => ({
                    label: `Version ${titleOf(version)}`,
                    selected: version === other,
                    onSelect: () => onChoose(picked.number, version.number),
                  }))}
              />
            )}
            {canSplit && newer && (
              <SegmentedControl
                label="Layout of the comparison"
                size="sm"
                options={[
                  { value: 'unified', label: 'Unified' },
                  { value: 'split', label: 'Split' },
                ]}
                value={layout}
                onChange={setLayout}
              />
            )}
            {picked !== live && (
              <Button
                size="sm"
                icon={<IconHistory size={16} stroke={1.5} aria-hidden />}
                disabledReason={
                  restoreReason ??
                  (picked.definition ? undefined : 'This console does not know the shape of this version.')
                }
                onClick={() => setAsking(true)}
              >
                {`Restore ${picked.number}`}
              </Button>
            )}
          </span>
        }
      >
        <Comparison shape={shape} older={older} newer={newer} layout={canSplit ? layout : 'unified'} />
      </Pane>
      {picked.definition !== undefined &&
        props.restore({
          isOpen: isAsking,
          onClose: () => setAsking(false),
          versionId: picked.versionId,
          number: picked.number,
          liveNumber: live.number,
          nextNumber,
          definition: picked.definition,
          onRestored: () => {
            setAsking(false);
            onChoose(nextNumber, undefined);
          },
        })}
    </div>
  );
}

type Entries = { label: string; selected: boolean; onSelect: () => void }[];

function Choice({ label, text, entries }: { label: string; text: string; entries: Entries }) {
  return (
    <Menu label={label} position="bottom-end" entries={entries}>
      <Button size="sm" trailing={<IconChevronDown size={14} stroke={1.5} aria-hidden />}>
        {text}
      </Button>
    </Menu>
  );
}

interface ComparisonProps<Definition> {
  shape: VersionShape<Definition>;
  older: ReadVersion<Definition>;
  newer: ReadVersion<Definition> | undefined;
  layout: DiffLayout;
}

function Comparison<Definition>({ shape, older, newer, layout }: ComparisonProps<Definition>) {
  if (!newer) {
    return (
      <p className={styles.emptyNote}>This is the only version. The next save makes one to compare with.</p>
    );
  }
  if (!older.definition || !newer.definition) {
    return (
      <div className={styles.noteBox}>
        <Note tone="warning">One of these versions has a shape this console does not know.</Note>
      </div>
    );
  }
  return <ChangeList shape={shape} before={older.definition} after={newer.definition} layout={layout} />;
}
