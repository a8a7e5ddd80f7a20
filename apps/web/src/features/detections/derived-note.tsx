import { Link } from '@tanstack/react-router';
import { Note } from '../../ui/layout/note.tsx';
import shared from './detections.module.css';
import type { Rule } from './queries.ts';

const overrideLabels: Record<string, string> = {
  displayName: 'name',
  description: 'description',
  severity: 'severity',
  enabled: 'enabled',
  dedupPeriodMinutes: 'dedup period',
  threshold: 'threshold',
  reference: 'reference',
  runbook: 'runbook',
  reports: 'framework mapping',
  tags: 'tags',
  tests: 'tests',
  summaryAttributes: 'summary attributes',
  outputIds: 'destination overrides',
  createAlert: 'create alert',
  inlineFilters: 'inline filters',
  dynamicAlertTitle: 'alert title',
  dynamicAlertContext: 'alert context',
  dynamicGroupBy: 'group by',
  dynamicSeverities: 'severity by condition',
  status: 'status',
  onlyUseBaseRiskScore: 'risk score',
  suppressions: 'suppressions',
};

/** What a derived rule says otherwise than its base, in words. */
export function overrideNames(rule: Pick<Rule, 'userOverrides'>): string[] {
  return Object.entries(rule.userOverrides ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name]) => overrideLabels[name] ?? name)
    .toSorted();
}

/** What a person has changed of a managed rule: newer content leaves it as it is. */
export function ChangedHere({ rule }: { rule: Rule }) {
  const names = overrideNames(rule);
  return names.length > 0 && ` Changed here, and kept when it is updated: ${names.join(', ')}.`;
}

/** Says which rule a derived one follows, and in what it goes its own way. */
export function DerivedNote({ baseId, rule }: { baseId: string; rule: Rule | undefined }) {
  const names = rule ? overrideNames(rule) : [];
  return (
    <Note>
      Derived from{' '}
      <Link className={shared.link} to="/build/detections/rules/$ruleId/" params={{ ruleId: baseId }}>
        {rule?.baseDetection?.displayName || baseId}
      </Link>
      . Its logic and log types are the base&apos;s; what is changed here is its own and no longer follows the
      base.
      {names.length > 0 && ` Its own now: ${names.join(', ')}.`}
    </Note>
  );
}
