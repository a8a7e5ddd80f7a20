import { detectionKindOf } from '@margay/model';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { EnabledBadge } from '../../ui/marks/status-badge.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { IconCircleX } from '../../ui/icons.ts';
import { SeverityGlyph, SeverityLabel } from '../../ui/marks/severity.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import type { Activity } from './activity.ts';
import { AlertLine, LastMatch } from './activity-cells.tsx';
import { CodeLineCell } from './code-line-cell.tsx';
import { DestinationTiles, LogTypeList } from './destination-tiles.tsx';
import shared from './detections.module.css';
import { listedKindOf } from './kinds/index.ts';
import styles from './rule-list.module.css';
import type { RuleTeaser } from './queries.ts';
import type { RunResult } from './test-runs.ts';
import { TestState } from './test-state.tsx';

export interface RowFacts {
  people: ReadonlyMap<string, string>;
  runs: ReadonlyMap<string, RunResult>;
  activity: ReadonlyMap<string, Activity>;
  /** What is looked for in their code, in place of names. */
  code: string | undefined;
  mayModify: boolean;
  /** Rules whose switch is on its way. */
  pending: ReadonlySet<string>;
  onEnable: (rule: RuleTeaser, enabled: boolean) => void;
}

/** Badges behind a rule's name. */
export function RuleBadges({ rule, withKind = true }: { rule: RuleTeaser; withKind?: boolean }) {
  const { badge } = listedKindOf(rule.analysisType);
  return (
    <>
      {withKind && badge !== null && <Badge>{badge}</Badge>}
      {rule.managed && <Badge>Managed</Badge>}
      {!rule.createAlert && <Badge title="Its matches raise no alert">Signal only</Badge>}
      {rule.loadError !== null && (
        <Tooltip label={rule.loadError}>
          <span>
            <Badge tone="danger" icon={<IconCircleX size={12} stroke={1.5} aria-hidden />}>
              Does not run
            </Badge>
          </span>
        </Tooltip>
      )}
    </>
  );
}

const idColumn: Column<RuleTeaser> = {
  id: 'id',
  header: 'ID',
  width: 'minmax(120px, 1.3fr)',
  mono: true,
  secondary: true,
  sortable: true,
  cell: (rule) => <MiddleCut text={rule.id} />,
  hideBelow: 1280,
};

const codeColumn = (code: string): Column<RuleTeaser> => ({
  id: 'line',
  header: 'Line found',
  width: 'minmax(200px, 2fr)',
  mono: true,
  secondary: true,
  cell: (rule) => <CodeLineCell found={rule.codeLine} wanted={code} />,
});

export function ruleColumns(facts: RowFacts): Column<RuleTeaser>[] {
  const { people, runs, activity, code, mayModify, pending, onEnable } = facts;
  const nameOf = (id: string | null) => (id === null ? 'Margay' : (people.get(id) ?? 'Another person'));
  return [
    {
      id: 'displayName',
      header: 'Name',
      width: 'minmax(200px, 2.4fr)',
      sortable: true,
      cell: (rule) => (
        <span className={styles.name}>
          <span className={rule.enabled ? styles.ruleName : styles.ruleNameOff}>
            {rule.displayName || rule.id}
          </span>
          <RuleBadges rule={rule} withKind={false} />
        </span>
      ),
    },
    ...(code === undefined ? [idColumn] : [codeColumn(code)]),
    {
      id: 'kind',
      header: 'Kind',
      width: '104px',
      secondary: true,
      cell: (rule) => detectionKindOf(rule.analysisType).label,
    },
    {
      id: 'severity',
      header: 'Severity',
      width: '92px',
      sortable: true,
      cell: (rule) => <SeverityLabel severity={rule.severity} />,
    },
    {
      id: 'logTypes',
      header: 'Log types',
      width: 'minmax(120px, 1fr)',
      secondary: true,
      cell: (rule) => <LogTypeList logTypes={rule.logTypes} />,
      hideBelow: 1000,
    },
    {
      id: 'alerts',
      header: 'Alerts, 7 days',
      width: '104px',
      secondary: true,
      cell: (rule) => <AlertLine activity={activity.get(rule.id)} />,
      hideBelow: 1100,
    },
    {
      id: 'destinations',
      header: 'Destinations',
      width: '104px',
      secondary: true,
      cell: (rule) => <DestinationTiles ids={rule.outputIds} />,
      hideBelow: 1700,
    },
    {
      id: 'tests',
      header: 'Tests',
      width: '96px',
      secondary: true,
      cell: (rule) => <TestState rule={rule} run={runs.get(rule.versionId)} />,
    },
    {
      id: 'lastMatch',
      header: 'Last match',
      width: '96px',
      secondary: true,
      cell: (rule) => (
        <LastMatch
          activity={activity.get(rule.id)}
          isPolicy={detectionKindOf(rule.analysisType).judges === 'resources'}
        />
      ),
      hideBelow: 1300,
    },
    {
      id: 'lastModified',
      header: 'Modified',
      width: '104px',
      secondary: true,
      sortable: true,
      cell: (rule) => (
        <span className={styles.modified}>
          {rule.lastModifiedBy !== null && (
            <Tooltip label={nameOf(rule.lastModifiedBy)}>
              <span>
                <Avatar id={rule.lastModifiedBy} name={nameOf(rule.lastModifiedBy)} />
              </span>
            </Tooltip>
          )}
          <Time at={rule.lastModified} />
        </span>
      ),
      hideBelow: 900,
    },
    {
      id: 'enabled',
      header: 'Enabled',
      width: '76px',
      sortable: true,
      cell: (rule) => (
        <Switch
          inTable
          hideLabel
          label={`Enable ${rule.displayName || rule.id}`}
          checked={rule.enabled}
          disabled={!mayModify || pending.has(rule.id)}
          onChange={(enabled) => onEnable(rule, enabled)}
        />
      ),
    },
  ];
}

/** A rule on a phone: name over facts. */
export function NarrowRule(props: {
  rule: RuleTeaser;
  run: RunResult | undefined;
  activity: Activity | undefined;
}) {
  const { rule, run, activity } = props;
  return (
    <div className={styles.narrow}>
      <SeverityGlyph severity={rule.severity} />
      <span className={rule.enabled ? styles.ruleName : styles.ruleNameOff}>
        <RowLink>{rule.displayName || rule.id}</RowLink>
      </span>
      <span className={shared.quiet}>
        <Time at={rule.lastModified} />
      </span>
      <span className={styles.narrowFacts}>
        <span>{detectionKindOf(rule.analysisType).label}</span>
        <AlertLine activity={activity} />
        <TestState rule={rule} run={run} inWords />
        {rule.loadError !== null && <Badge tone="danger">Does not run</Badge>}
        {!rule.enabled && <EnabledBadge enabled={false} />}
      </span>
    </div>
  );
}
