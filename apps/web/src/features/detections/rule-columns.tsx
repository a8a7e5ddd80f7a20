import { countOf } from '../../lib/format-number.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import { SeverityGlyph, SeverityLabel } from '../../ui/marks/severity.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { DestinationTiles, LogTypeList } from './destination-tiles.tsx';
import shared from './detections.module.css';
import { listedKindOf } from './kinds/index.ts';
import styles from './rule-list.module.css';
import type { RuleTeaser } from './queries.ts';
import type { RunResult } from './test-runs.ts';

export interface RowFacts {
  people: ReadonlyMap<string, string>;
  runs: ReadonlyMap<string, RunResult>;
  mayModify: boolean;
  /** Rules whose switch is on its way. */
  pending: ReadonlySet<string>;
  onEnable: (rule: RuleTeaser, enabled: boolean) => void;
}

/** How many tests there are, and how the last run of this version went. */
export function TestState(props: { rule: RuleTeaser; run: RunResult | undefined; inWords?: boolean }) {
  const { rule, run, inWords = false } = props;
  const total = inWords ? countOf(rule.tests.length, 'test') : String(rule.tests.length);
  if (rule.tests.length === 0) {
    return (
      <span className={shared.warn}>
        <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
        {inWords ? 'No tests' : 'None'}
      </span>
    );
  }
  if (!run) {
    return (
      <Tooltip label="Not run in this window">
        <span className={shared.quiet}>{total}</span>
      </Tooltip>
    );
  }
  if (run.failed > 0) {
    return (
      <span className={shared.bad}>
        <IconCircleX size={14} stroke={1.5} aria-hidden />
        {`${run.failed} of ${run.total} failed`}
      </span>
    );
  }
  return (
    <span className={shared.good}>
      <IconCircleCheck size={14} stroke={1.5} aria-label="All passed:" />
      <span className={shared.plain}>{total}</span>
    </span>
  );
}

/** Badges behind a rule's name. */
export function RuleBadges({ rule }: { rule: RuleTeaser }) {
  const { badge } = listedKindOf(rule.analysisType);
  return (
    <>
      {badge !== null && <Badge>{badge}</Badge>}
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

export function ruleColumns(facts: RowFacts): Column<RuleTeaser>[] {
  const { people, runs, mayModify, pending, onEnable } = facts;
  const nameOf = (id: string | null) => (id === null ? 'Margay' : (people.get(id) ?? 'Another person'));
  return [
    {
      id: 'displayName',
      header: 'Name',
      width: 'minmax(240px, 2.4fr)',
      sortable: true,
      cell: (rule) => (
        <span className={styles.name}>
          <span className={rule.enabled ? styles.ruleName : styles.ruleNameOff}>
            {rule.displayName || rule.id}
          </span>
          <RuleBadges rule={rule} />
        </span>
      ),
    },
    {
      id: 'id',
      header: 'ID',
      width: 'minmax(120px, 1.3fr)',
      mono: true,
      secondary: true,
      sortable: true,
      cell: (rule) => <span title={rule.id}>{rule.id}</span>,
      hideBelow: 1280,
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
      id: 'destinations',
      header: 'Destinations',
      width: '104px',
      secondary: true,
      cell: (rule) => <DestinationTiles ids={rule.outputIds} />,
      hideBelow: 1400,
    },
    {
      id: 'tests',
      header: 'Tests',
      width: '112px',
      secondary: true,
      cell: (rule) => <TestState rule={rule} run={runs.get(rule.versionId)} />,
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
export function NarrowRule({ rule, run }: { rule: RuleTeaser; run: RunResult | undefined }) {
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
        <LogTypeList logTypes={rule.logTypes} />
        <TestState rule={rule} run={run} inWords />
        {rule.loadError !== null && <Badge tone="danger">Does not run</Badge>}
        {!rule.enabled && <Badge tone="outline">DISABLED</Badge>}
      </span>
    </div>
  );
}
