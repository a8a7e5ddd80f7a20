import { expect, it } from 'vitest';
import { lakeDatabaseLabels } from './catalog.ts';
import { indicatorFields } from './event.ts';
import { fieldLabel } from './field-labels.ts';

it('[001-3.58] has words for built-in fields', () => {
  const wanted = {
    p_any_actor_ids: 'Actor IDs',
    p_any_emails: 'Emails',
    p_any_ip_addresses: 'IP Addresses',
    p_alert_id: 'Alert ID',
    p_rule_id: 'Rule ID',
    p_source_id: 'Log Source ID',
    p_event_time: 'Event Time',
    p_parse_time: 'Parse Time',
  };
  expect(Object.keys(wanted).map(fieldLabel)).toEqual(Object.values(wanted));
  for (const name of indicatorFields) expect(fieldLabel(name)).not.toContain('_');
  expect(fieldLabel('eventName')).toBe('eventName');
  expect(fieldLabel('constructor')).toBe('constructor');
});

it('[001-3.59] has words for the databases of the data lake', () => {
  expect(lakeDatabaseLabels).toMatchObject({
    panther_rule_matches: 'Rule Matches',
    panther_logs: 'Logs',
    panther_lookups: 'Lookups',
    panther_monitor: 'Monitor',
    panther_cloudsecurity: 'Cloud Security',
    panther_rule_errors: 'Rule Errors',
    panther_signals: 'Signals',
  });
});
