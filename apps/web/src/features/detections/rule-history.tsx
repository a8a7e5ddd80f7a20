import { useMemo, useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { CountChip } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choice.tsx';
import { IconArrowRight, IconChevronDown, IconHistory } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { Pane } from '../../ui/page.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import { ChangeList } from './change-list.tsx';
import shared from './detections.module.css';
import type { DiffLayout } from './diff-view.tsx';
import { countChanges, diffLines } from './line-diff.ts';
import { usePeople } from './queries.ts';
import type { Rule, useRuleVersions } from './queries.ts';
import { RestoreModal } from './restore-modal.tsx';
import styles from './rule-history.module.css';
import { Changes, VersionList } from './version-list.tsx';
import { inOrder, readVersions } from './versions.ts';
import type { ReadVersion } from './versions.ts';

/** Below this width two columns of code do not fit beside the list. */
const splitFromPx = 1400;

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
  const [author, setAuthor] = useState<string | null>();
  const [layout, setLayout] = useState<DiffLayout>('unified');
  const canSplit = useWindowWidth() >= splitFromPx;
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
    list.find((version) => version.number === against && version !== picked) ??
    // The live version is compared with the one before it.
    (picked === live ? before(live) : live);
  const [older, newer] = inOrder(picked, other);
  const nameOf = (id: string | null) => (id === null ? 'Margay' : (people.get(id) ?? 'Another person'));
  const titleOf = (version: ReadVersion) => `${version.number}${version === live ? ', live' : ''}`;
  const restoreReason = noModify ?? (rule.managed ? 'A managed detection changes with its pack.' : undefined);
  const authors = [...new Set(list.map((version) => version.createdBy))];
  const nextNumber = (list[0]?.number ?? 0) + 1;

  return (
    <div className={styles.history}>
      <Pane
        title={
          <span className={shared.paneTitle}>
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
          onPick={(version) => onChoose(version.number, undefined)}
          onCompare={(version) => onChoose(picked.number, version.number)}
        />
      </Pane>
      <Pane
        title={
          <span className={cx(shared.paneTitle, styles.title)}>
            {newer ? (
              <>
                {`Version ${titleOf(older)}`}
                <IconArrowRight size={14} stroke={1.5} aria-label="to" />
                {titleOf(newer)}
                {older.definition && newer.definition && (
                  <span className={styles.counts}>
                    <Changes change={countChanges(diffLines(older.definition.body, newer.definition.body))} />
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
        <Comparison older={older} newer={newer} layout={canSplit ? layout : 'unified'} />
      </Pane>
      {picked.definition && (
        <RestoreModal
          key={picked.versionId}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          rule={rule}
          number={picked.number}
          liveNumber={live.number}
          nextNumber={nextNumber}
          definition={picked.definition}
          onRestored={() => {
            setAsking(false);
            onChoose(nextNumber, undefined);
          }}
        />
      )}
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

interface ComparisonProps {
  older: ReadVersion;
  newer: ReadVersion | undefined;
  layout: DiffLayout;
}

function Comparison({ older, newer, layout }: ComparisonProps) {
  if (!newer) {
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
  return <ChangeList before={older.definition} after={newer.definition} layout={layout} />;
}
