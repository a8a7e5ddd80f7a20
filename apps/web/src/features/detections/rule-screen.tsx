import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PythonEditor } from '../../editor/python/python-editor.tsx';
import { YamlEditor } from '../../editor/yaml/yaml-editor.tsx';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { Badge, KindBadge, ReadOnlyTag } from '../../ui/marks/badge.tsx';
import { EnabledBadge } from '../../ui/marks/status-badge.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { IconChevronDown, IconCopy, IconDots, IconPencil } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Page, PageHeader, Properties } from '../../ui/layout/page.tsx';
import { SeverityLabel } from '../../ui/marks/severity.tsx';
import { Skeleton, SkeletonLines } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { DerivedNote } from './derived-note.tsx';
import { DestinationTiles } from './destination-tiles.tsx';
import shared from './detections.module.css';
import { judgesRows, runsAs, usualKind } from './kinds/index.ts';
import { Prose } from '../../ui/text/prose.tsx';
import styles from './rule-page.module.css';
import { usePeople, useRule, useRuleVersions, useSetEnabled } from './queries.ts';
import type { Rule } from './queries.ts';
import { draftOf, logicOf } from './rule-draft.ts';
import { RuleHistory } from './rule-history.tsx';
import { useRuleActions } from './rule-actions.tsx';
import { RuleReplaysSlot } from './rule-replays-slot.ts';
import { dedupText } from './settings-pane.tsx';
import { RuleTests } from './rule-tests.tsx';
import type { RuleScreenSearch } from './rule-screen-search.ts';
import { useRememberRun } from './test-runs.ts';
import { useTestRun } from './use-test-run.ts';

export interface RuleScreenProps {
  id: string;
  search: RuleScreenSearch;
  onSearch: (change: RuleScreenSearch) => void;
  onDeleted: () => void;
}

/** A rule to read: what it is, its tests, its versions. */
export function RuleScreen(props: RuleScreenProps) {
  const { id, search, onSearch } = props;
  const { data: rule } = useRule(id);
  const versions = useRuleVersions(id);
  const section = search.section ?? 'details';
  // The rows of a query are no stored events.
  const isOfRows = rule?.analysisType !== undefined && judgesRows(rule.analysisType);
  return (
    <Page title={rule?.displayName ?? id}>
      {rule ? <RuleHead rule={rule} onDeleted={props.onDeleted} /> : <HeadSkeleton id={id} />}
      <Tabs
        label="Parts of the detection"
        items={[
          { id: 'details', label: 'Details' },
          { id: 'tests', label: 'Tests', count: rule?.tests.length },
          ...(isOfRows ? [] : [{ id: 'replays', label: 'Replays' } as const]),
          { id: 'history', label: 'History', count: versions.data?.length },
        ]}
        value={section}
        onChange={(next) => onSearch({ section: next, version: undefined, against: undefined })}
      />
      {!rule && (
        <div className={shared.skeletonPane}>
          <SkeletonLines lines={12} label="Loading the detection" />
        </div>
      )}
      {rule && section === 'details' && <Details rule={rule} />}
      {rule && section === 'tests' && <Tests key={rule.versionId} rule={rule} />}
      {rule && section === 'replays' && <RuleReplaysSlot.Place ruleId={rule.id} logTypes={rule.logTypes} />}
      {rule && section === 'history' && (
        <RuleHistory
          rule={rule}
          versions={versions}
          chosen={search.version}
          against={search.against}
          onChoose={(version, against) => onSearch({ version, against })}
        />
      )}
    </Page>
  );
}

function HeadSkeleton({ id }: { id: string }) {
  return (
    <PageHeader
      title={<Skeleton width={240} height={16} />}
      subtitle={<span className={shared.mono}>{id}</span>}
      actions={<span className={styles.actionsSkeleton} />}
    />
  );
}

function RuleHead({ rule, onDeleted }: { rule: Rule; onDeleted: () => void }) {
  const actions = useRuleActions({});
  const setEnabled = useSetEnabled();
  const noModify = useMissingPermission('RuleModify');
  const entries = actions.menuOf(rule).map((entry) =>
    'danger' in entry && entry.danger
      ? {
          ...entry,
          onSelect: () => void actions.confirmDelete([rule]).then((isGone) => isGone && onDeleted()),
        }
      : entry,
  );
  const params = { ruleId: rule.id };
  return (
    <PageHeader
      title={rule.displayName || rule.id}
      badges={
        <span className={shared.headBadges}>
          <KindBadge kind={runsAs(rule.analysisType ?? usualKind)} />
          <SeverityLabel severity={rule.severity} />
          <EnabledBadge enabled={rule.enabled} />
          {rule.isSimpleDetection && <Badge>Simple</Badge>}
          {rule.baseDetection && <Badge>Derived</Badge>}
          {rule.managed && <Badge>Managed</Badge>}
          {!rule.createAlert && <Badge>Signal only</Badge>}
          {rule.loadError !== null && <Badge tone="danger">Does not run</Badge>}
        </span>
      }
      subtitle={
        <span className={styles.idLine}>
          <span className={shared.mono}>{rule.id}</span>
          <CopyButton value={rule.id} label="Copy ID" />
        </span>
      }
      actions={
        <div className={shared.headActions}>
          <Switch
            label="Enabled"
            checked={rule.enabled}
            disabled={noModify !== undefined || setEnabled.isPending}
            onChange={(enabled) => actions.switchTo(rule, enabled)}
          />
          {rule.managed ? (
            <Button
              icon={<IconCopy size={16} stroke={1.5} aria-hidden />}
              disabledReason={noModify}
              onClick={() => actions.openClone(rule)}
            >
              Clone & edit
            </Button>
          ) : (
            <ButtonLink
              to="/build/detections/rules/$ruleId/edit/"
              params={params}
              icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
            >
              {noModify === undefined ? 'Edit' : 'Open editor'}
            </ButtonLink>
          )}
          <Menu label="More actions" position="bottom-end" entries={entries}>
            <IconButton label="More actions" variant="default">
              <IconDots size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </Menu>
        </div>
      }
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>{title}</h2>
      {children}
    </section>
  );
}

function Details({ rule }: { rule: Rule }) {
  const [isCodeOpen, setCodeOpen] = useState(true);
  const { simple } = draftOf(rule);
  const code = (simple ?? rule.body).trimEnd();
  const filters = rule.inlineFilters?.trim() ?? '';
  return (
    <div className={styles.details}>
      <div className={styles.main}>
        {rule.loadError !== null && (
          <Note tone="danger" title="This detection does not run">
            {rule.loadError} Events are not judged by it until the code is mended.
          </Note>
        )}
        {rule.baseDetection && <DerivedNote baseId={rule.baseDetection.id} rule={rule} />}
        {rule.description !== '' && (
          <Part title="Description">
            <Prose text={rule.description} />
          </Part>
        )}
        <Part title="Runbook">
          {rule.runbook === '' ? (
            <p className={shared.quiet}>Nobody has written down what to do with its alerts.</p>
          ) : (
            <Prose text={rule.runbook} />
          )}
        </Part>
        {rule.reference !== '' && (
          <Part title="Reference">
            <Prose text={rule.reference} />
          </Part>
        )}
        <section className={styles.codeBox}>
          <header className={styles.codeHead}>
            <button
              type="button"
              className={styles.codeToggle}
              aria-expanded={isCodeOpen}
              onClick={() => setCodeOpen(!isCodeOpen)}
            >
              <IconChevronDown
                size={16}
                stroke={1.5}
                aria-hidden
                className={isCodeOpen ? undefined : shared.folded}
              />
              {simple === undefined ? 'Code' : 'Logic'}
            </button>
            <ReadOnlyTag />
            <span className={shared.pushed}>
              <CopyButton value={code} label={simple === undefined ? 'Copy code' : 'Copy YAML'} />
            </span>
          </header>
          {isCodeOpen && (
            <div className={styles.codeBody} style={{ height: heightOf(code) }}>
              {simple === undefined ? (
                <PythonEditor key={rule.versionId} label="Code of the rule" value={code} readOnly />
              ) : (
                <YamlEditor key={rule.versionId} label="Logic of the rule as YAML" value={code} readOnly />
              )}
            </div>
          )}
        </section>
        {filters !== '' && (
          <section className={styles.codeBox}>
            <header className={styles.codeHead}>Inline filters</header>
            <div className={styles.codeBody} style={{ height: heightOf(filters) }}>
              <YamlEditor key={rule.versionId} label="Inline filters as YAML" value={filters} readOnly />
            </div>
          </section>
        )}
      </div>
      <Rail rule={rule} />
    </div>
  );
}

/** 20 px a line and 8 above and below, known before the editor is there. */
function heightOf(text: string): number {
  return Math.min(640, text.split('\n').length * 20 + 16);
}

function Rail({ rule }: { rule: Rule }) {
  const people = usePeople();
  const nameOf = (id: string | null) => (id === null ? 'Margay' : (people.get(id) ?? 'Another person'));
  const dash = '–';
  return (
    <aside className={styles.rail} aria-label="Properties">
      <h2 className={styles.partTitle}>Properties</h2>
      <Properties
        items={[
          { label: 'Log types', value: <Lines values={rule.logTypes} /> },
          { label: 'Dedup period', value: dedupText(rule.dedupPeriodMinutes) },
          { label: 'Threshold', value: rule.threshold },
          { label: 'Destinations', value: <DestinationTiles ids={rule.outputIds} shown={5} /> },
          {
            label: 'Tags',
            value:
              rule.tags.length === 0 ? (
                dash
              ) : (
                <span className={shared.badges}>
                  {rule.tags.map((tag) => (
                    <Link
                      key={tag}
                      to="/build/detections/"
                      search={{ page: 1, sortBy: 'lastModified', sortDir: 'descending', tags: [tag] }}
                    >
                      <Badge>{tag}</Badge>
                    </Link>
                  ))}
                </span>
              ),
          },
          ...rule.reports.map(({ key, values }) => ({ label: key, value: <Lines values={values} /> })),
          { label: 'Summary', value: <Lines values={rule.summaryAttributes} mono /> },
          {
            label: 'Created',
            value: (
              <>
                <Time at={rule.createdAt} /> by {nameOf(rule.createdBy)}
              </>
            ),
          },
          {
            label: 'Modified',
            value: (
              <>
                <Time at={rule.lastModified} /> by {nameOf(rule.lastModifiedBy)}
              </>
            ),
          },
        ]}
      />
    </aside>
  );
}

function Lines({ values, mono = false }: { values: readonly string[]; mono?: boolean }) {
  if (values.length === 0) return '–';
  return values.map((value) => (
    <div key={value} className={mono ? shared.mono : undefined}>
      {value}
    </div>
  ));
}

function Tests({ rule }: { rule: Rule }) {
  const [draft] = useState(() => draftOf(rule));
  const [openKey, setOpenKey] = useState(draft.tests[0]?.key);
  const testRun = useTestRun();
  const remember = useRememberRun();
  const isNarrow = useWindowWidth() < 768;
  return (
    <div className={isNarrow ? shared.onePane : styles.testsTab}>
      <RuleTests
        tests={draft.tests}
        onTests={() => undefined}
        body={logicOf(draft)}
        run={testRun.run}
        running={testRun.running}
        onRun={(keys) =>
          void testRun.start(draft, keys).then((run) => {
            if (!run) return;
            const failed = run.keys.filter((key) => run.outcomes.get(key)?.record.passed === false);
            if (keys.length > 1 && failed[0] !== undefined) setOpenKey(failed[0]);
            if (keys.length === draft.tests.length)
              remember(rule.versionId, { failed: failed.length, total: keys.length });
          })
        }
        openKey={openKey}
        onOpen={setOpenKey}
        readOnly
        nameFaults={{}}
      />
    </div>
  );
}
