import { Link } from '@tanstack/react-router';
import { severities, type Severity } from '@margay/model';
import { useFindings, type EventFinding } from '../../../lib/data-lake/event-findings.tsx';
import type { ResultEdge } from '../../../lib/data-lake/queries.ts';
import { Badge, type Tone } from '../../../ui/marks/badge.tsx';
import { SeverityGlyph } from '../../../ui/marks/severity.tsx';
import shared from '../search.module.css';
import styles from './finding-marks.module.css';

const words: Record<EventFinding['kind'], { one: string; many: string; tone: Tone }> = {
  MATCH: { one: 'Match', many: 'matches', tone: 'outline' },
  ERROR: { one: 'Error', many: 'errors', tone: 'danger' },
  SIGNAL: { one: 'Signal', many: 'signals', tone: 'neutral' },
};

/** Beside the log type of a row: whether detections found something in the event, and which. */
export function FindingMarks({ node }: { node: ResultEdge['node'] }) {
  const found = useFindings(node);
  const findings = found.length > 0 ? found : ownFindings(node);
  return [...Map.groupBy(findings, ({ kind }) => kind)].map(([kind, some]) => {
    const { one, many, tone } = words[kind];
    return (
      <Badge
        key={kind}
        tone={tone}
        title={`Made by ${some.map(({ detectionId }) => detectionId).join(', ')}`}
      >
        {some.length === 1 ? one : `${some.length} ${many}`}
      </Badge>
    );
  });
}

/** In the open event: each finding with its alert and its detection. */
export function FindingList({ node }: { node: ResultEdge['node'] }) {
  const findings = useFindings(node);
  if (findings.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label="Findings">
      {findings.map((finding) => (
        <li
          key={`${finding.kind} ${finding.detectionId} ${finding.alertId ?? ''}`}
          className={styles.finding}
        >
          <FindingMark finding={finding} />
          <Link
            className={shared.link}
            to="/build/detections/rules/$ruleId/"
            params={{ ruleId: finding.detectionId }}
          >
            {finding.detectionId}
          </Link>
          {finding.alertId !== null && (
            <Link
              className={shared.link}
              to="/alerts-and-errors/$alertId/"
              params={{ alertId: finding.alertId }}
            >
              {finding.title || 'Alert'}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function FindingMark({ finding: { kind, severity } }: { finding: EventFinding }) {
  const { one, tone } = words[kind];
  return (
    <span className={styles.mark}>
      {isSeverity(severity) && <SeverityGlyph severity={severity} />}
      <Badge tone={tone}>{one}</Badge>
    </span>
  );
}

const isSeverity = (text: string | null): text is Severity => severities.some((one) => one === text);

/** Of a row that is a finding itself, because the search asks for these. */
function ownFindings(node: ResultEdge['node']): EventFinding[] {
  const { p_rule_id: rule, p_alert_id: alert, p_rule_error: error } = node;
  if (typeof rule !== 'string' || rule === '') return [];
  const alertId = typeof alert === 'string' && alert !== '' ? alert : null;
  return [
    {
      kind: error ? 'ERROR' : alertId ? 'MATCH' : 'SIGNAL',
      detectionId: rule,
      alertId,
      title: null,
      severity: null,
    },
  ];
}
