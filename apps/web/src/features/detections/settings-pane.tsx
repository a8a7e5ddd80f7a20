import { severities } from '@margay/model';
import { IdInput } from '../../editor/frame/id-input.tsx';
import { useMemo } from 'react';
import { definedFunctions } from '../../editor/python/alert-functions.ts';
import { DestinationField } from '../../lib/destination-overrides/destination-field.tsx';
import { formatSpan } from '../../lib/format-time.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { KeyValueInput } from '../../ui/inputs/key-value-input.tsx';
import { MultiSelect, Select, TagInput } from '../../ui/inputs/select.tsx';
import { severityLabels } from '../../ui/marks/severity.tsx';
import { NumberInput, TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import styles from './rule-editor.module.css';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { followsBase, judgesRows } from './kinds/index.ts';
import { useLogTypes, useScheduledQueries } from './queries.ts';
import type { RuleDraft, RuleFaults } from './rule-draft.ts';
import { RoutePreview } from './route-preview.tsx';
import { Section } from './section.tsx';

export interface SettingsPaneProps {
  draft: RuleDraft;
  onDraft: (draft: RuleDraft) => void;
  /** Only those that are to be shown. */
  faults: Partial<RuleFaults>;
  isNew: boolean;
  readOnly: boolean;
}

export const dedupPeriods = [
  [15, '15 minutes'],
  [30, '30 minutes'],
  [60, '1 hour'],
  [180, '3 hours'],
  [720, '12 hours'],
  [1440, '24 hours'],
] as const;

/** `15 minutes`, `1 hour`; other lengths in their own words. */
export function dedupText(minutes: number): string {
  return dedupPeriods.find(([period]) => period === minutes)?.[1] ?? formatSpan(minutes);
}

/** Identity, log types and everything the alert carries. A native fieldset makes all of it read-only at once. */
export function SettingsPane({ draft, onDraft, faults, isNew, readOnly }: SettingsPaneProps) {
  const change = (part: Partial<RuleDraft>) => onDraft({ ...draft, ...part });
  const { data: logTypes = [] } = useLogTypes();
  const mayReadQueries = usePermission('DataAnalyticsRead');
  const { data: queries = [] } = useScheduledQueries(judgesRows(draft.kind) && mayReadQueries);
  const defined = useMemo(() => definedFunctions(draft.body), [draft.body]);
  /** Says which function of the code has the last word on a field. */
  const bySource = (name: string, otherwise?: string) =>
    defined.has(name) ? `Overridden by ${name}() in the code` : otherwise;
  const periods = dedupPeriods.map(([minutes, label]): { value: string; label: string } => ({
    value: String(minutes),
    label,
  }));
  const { dedupPeriodMinutes } = draft;
  if (dedupPeriodMinutes !== null && !dedupPeriods.some(([minutes]) => minutes === dedupPeriodMinutes))
    periods.unshift({ value: String(dedupPeriodMinutes), label: dedupText(dedupPeriodMinutes) });
  return (
    <fieldset className={styles.settings} disabled={readOnly} aria-label="Settings">
      <Section number={1} title="Source">
        <TextInput
          label="Name"
          help={bySource('title')}
          placeholder={draft.id || 'Root signed in'}
          value={draft.displayName}
          onChange={(displayName) => change({ displayName })}
        />
        <IdInput
          isNew={isNew}
          placeholder="AWS.Root.SignIn"
          value={draft.id}
          onChange={(id) => change({ id })}
          error={faults.id}
        />
        {judgesRows(draft.kind) ? (
          <MultiSelect
            label="Scheduled queries"
            required
            disabled={readOnly}
            selectAllLabel={null}
            placeholder="Choose"
            help={
              queries.length === 0
                ? 'No saved search runs on a schedule yet. Save one with a schedule; this rule then judges each row it gives.'
                : 'The rule judges each row they give'
            }
            aside={
              queries.length === 0 && (
                // The draft of the rule stays where it is.
                <ButtonLink size="xs" variant="quiet" to="/investigate/search/" target="_blank">
                  Write a search
                </ButtonLink>
              )
            }
            options={[...new Set([...draft.scheduledQueries, ...queries])].map((value) => ({
              value,
              label: value,
            }))}
            value={draft.scheduledQueries}
            onChange={(scheduledQueries) => change({ scheduledQueries })}
            error={faults.scheduledQueries}
          />
        ) : (
          <MultiSelect
            label="Log types"
            required
            disabled={readOnly || followsBase(draft.kind)}
            selectAllLabel={null}
            placeholder="Choose"
            options={[...new Set([...draft.logTypes, ...logTypes])].map((value) => ({ value, label: value }))}
            value={draft.logTypes}
            onChange={(chosen) => change({ logTypes: chosen })}
            error={faults.logTypes}
          />
        )}
      </Section>
      <Section number={3} title="Set alert fields">
        <Switch
          label="Create alert"
          help={
            draft.createAlert
              ? undefined
              : 'Matches become signals only: correlation rules and searches see them.'
          }
          checked={draft.createAlert}
          disabled={readOnly}
          onChange={(createAlert) => change({ createAlert })}
        />
        <Select
          label="Severity"
          required
          disabled={readOnly}
          help={bySource('severity')}
          options={severities.toReversed().map((value) => ({ value, label: severityLabels[value] }))}
          value={draft.severity}
          onChange={(severity) => severity && change({ severity })}
        />
        {draft.createAlert && (
          <>
            <div className={styles.pair}>
              <Select
                label="Dedup period"
                disabled={readOnly}
                help={defined.has('dedup') ? 'Grouped by dedup() in the code' : undefined}
                options={periods}
                value={dedupPeriodMinutes === null ? null : String(dedupPeriodMinutes)}
                onChange={(value) => value && change({ dedupPeriodMinutes: Number(value) })}
                error={faults.dedupPeriodMinutes}
              />
              <NumberInput
                label="Threshold"
                min={1}
                help={defined.has('unique') ? 'Counts unique() in the code' : undefined}
                value={draft.threshold}
                onChange={(threshold) => change({ threshold })}
                error={faults.threshold}
              />
            </div>
            <DestinationField
              disabled={readOnly}
              help={bySource(
                'destinations',
                'Send alerts to these destinations regardless of their severity level settings',
              )}
              value={draft.outputIds}
              onChange={(outputIds) => change({ outputIds })}
              showsFault={faults.outputIds !== undefined}
            />
            <RoutePreview
              severity={draft.severity}
              logTypes={draft.logTypes}
              outputIds={draft.outputIds}
              deciding={['destinations', 'severity'].filter((name) => defined.has(name))}
            />
          </>
        )}
        <TextArea
          label="Description"
          help={bySource('description')}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        <TextArea
          label="Runbook"
          help={bySource('runbook', 'What to do with the alert')}
          value={draft.runbook}
          onChange={(runbook) => change({ runbook })}
        />
        <TextInput
          label="Reference"
          help={bySource('reference')}
          placeholder="https://"
          value={draft.reference}
          onChange={(reference) => change({ reference })}
        />
        <TagInput
          label="Summary attributes"
          disabled={readOnly}
          help="Fields whose top values every alert shows"
          value={draft.summaryAttributes}
          onChange={(summaryAttributes) => change({ summaryAttributes })}
        />
        <TagInput label="Tags" disabled={readOnly} value={draft.tags} onChange={(tags) => change({ tags })} />
        <KeyValueInput
          label="Framework mapping"
          help="For instance MITRE ATT&CK and TA0005:T1562; several ids with commas"
          error={faults.reports}
          keyLabel="Framework"
          valueLabel="IDs"
          value={draft.reports}
          onChange={(reports) => change({ reports })}
        />
      </Section>
    </fieldset>
  );
}
