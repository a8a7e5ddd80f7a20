import { Link } from '@tanstack/react-router';
import { useMissingPermission } from '../../../lib/session/session-context.tsx';
import { Badge, KindBadge } from '../../../ui/marks/badge.tsx';
import { EnabledBadge } from '../../../ui/marks/status-badge.tsx';
import { ButtonLink } from '../../../ui/inputs/button.tsx';
import { IconCopy, IconPencil } from '../../../ui/icons.ts';
import { Properties } from '../../../ui/layout/page.tsx';
import { SeverityLabel } from '../../../ui/marks/severity.tsx';
import { DestinationTiles, LogTypeList } from '../destination-tiles.tsx';
import shared from '../detections.module.css';
import { judgesRows, runsAs, usualKind } from '../kinds/index.ts';
import type { Rule } from '../queries.ts';
import styles from './filter-sheet.module.css';

const shownDestinations = 5;
const shownSources = 3;

/** The detection a filter is added to. */
export function RuleCard({ rule }: { rule: Rule }) {
  const mayModify = useMissingPermission('RuleModify') === undefined;
  const kind = rule.analysisType ?? usualKind;
  const isOfRows = judgesRows(kind);
  const parentId = rule.baseDetection?.id ?? rule.parentId;
  return (
    <section className={styles.card} aria-label="Detection">
      <header className={styles.cardHead}>
        <h3>{rule.displayName || rule.id}</h3>
        {mayModify &&
          (rule.managed ? (
            <ButtonLink
              size="sm"
              to="/build/detections/new/"
              search={{ relatedDetectionId: rule.id, relationOperation: 'clone' }}
              icon={<IconCopy size={14} stroke={1.5} aria-hidden />}
            >
              Clone & edit
            </ButtonLink>
          ) : (
            <ButtonLink
              size="sm"
              to="/build/detections/rules/$ruleId/edit/"
              params={{ ruleId: rule.id }}
              icon={<IconPencil size={14} stroke={1.5} aria-hidden />}
            >
              Edit
            </ButtonLink>
          ))}
      </header>
      <div className={shared.badges}>
        <KindBadge kind={runsAs(kind)} />
        <SeverityLabel severity={rule.severity} />
        <EnabledBadge enabled={rule.enabled} />
        {rule.managed && <Badge>Managed</Badge>}
        {rule.isSimpleDetection && <Badge>Simple</Badge>}
      </div>
      <Properties
        items={[
          { label: 'ID', value: <span className={shared.mono}>{rule.id}</span> },
          ...(parentId
            ? [
                {
                  label: 'Parent ID',
                  value: (
                    <Link
                      className={`${shared.link} ${shared.mono}`}
                      to="/build/detections/rules/$ruleId/"
                      params={{ ruleId: parentId }}
                    >
                      {parentId}
                    </Link>
                  ),
                },
              ]
            : []),
          {
            label: isOfRows ? 'Scheduled queries' : 'Log types',
            value: (
              <LogTypeList
                logTypes={isOfRows ? (rule.scheduledQueries ?? []) : rule.logTypes}
                shown={shownSources}
              />
            ),
          },
          {
            label: 'Destinations',
            value: <DestinationTiles ids={rule.outputIds} shown={shownDestinations} />,
          },
        ]}
      />
    </section>
  );
}
