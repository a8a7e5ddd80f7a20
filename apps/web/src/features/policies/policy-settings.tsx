import { severities } from '@margay/model';
import { IdInput } from '../../editor/frame/id-input.tsx';
import { DestinationField } from '../../lib/destination-overrides/destination-field.tsx';
import { Select, TagInput } from '../../ui/inputs/select.tsx';
import { KeyValueInput } from '../../ui/inputs/key-value-input.tsx';
import { severityLabels } from '../../ui/marks/severity.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { EditorFields } from '../../editor/frame/editor-panes.tsx';
import type { PolicyDraft } from './policy-draft.ts';
import { knownResourceTypes } from './resource-types.ts';

export interface PolicySettingsProps {
  draft: PolicyDraft;
  onDraft: (draft: PolicyDraft) => void;
  /** Only those that are to be shown. */
  faults: Record<string, string>;
  isNew: boolean;
  readOnly: boolean;
}

/** Identity, resource types and everything the alert carries. */
export function PolicySettings({ draft, onDraft, faults, isNew, readOnly }: PolicySettingsProps) {
  const change = (part: Partial<PolicyDraft>) => onDraft({ ...draft, ...part });
  return (
    <EditorFields readOnly={readOnly}>
      <TextInput
        label="Name"
        placeholder={draft.id || 'S3 bucket encryption'}
        value={draft.displayName}
        onChange={(displayName) => change({ displayName })}
      />
      <IdInput
        isNew={isNew}
        placeholder="AWS.S3.Bucket.Encryption"
        value={draft.id}
        onChange={(id) => change({ id })}
        error={faults['id']}
      />
      <TagInput
        label="Resource types"
        disabled={readOnly}
        help="Empty: resources of every type"
        suggestions={knownResourceTypes}
        value={draft.resourceTypes}
        onChange={(resourceTypes) => change({ resourceTypes })}
      />
      <TagInput
        label="Suppressions"
        disabled={readOnly}
        help="IDs of resources that do not alert; * stands for any text"
        value={draft.suppressions}
        onChange={(suppressions) => change({ suppressions })}
      />
      <Select
        label="Severity"
        required
        disabled={readOnly}
        options={severities.toReversed().map((value) => ({ value, label: severityLabels[value] }))}
        value={draft.severity}
        onChange={(severity) => severity && change({ severity })}
      />
      <DestinationField
        disabled={readOnly}
        help="Send alerts to these destinations regardless of their severity level settings"
        value={draft.outputIds}
        onChange={(outputIds) => change({ outputIds })}
        showsFault={faults['outputIds'] !== undefined}
      />
      <TextArea
        label="Description"
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <TextArea
        label="Runbook"
        help="What to do with the alert"
        value={draft.runbook}
        onChange={(runbook) => change({ runbook })}
      />
      <TextInput
        label="Reference"
        placeholder="https://"
        value={draft.reference}
        onChange={(reference) => change({ reference })}
      />
      <TagInput label="Tags" disabled={readOnly} value={draft.tags} onChange={(tags) => change({ tags })} />
      <KeyValueInput
        label="Framework mapping"
        help="For instance CIS and 2.1.1; several ids with commas"
        keyLabel="Framework"
        valueLabel="IDs"
        value={draft.reports}
        onChange={(reports) => change({ reports })}
      />
    </EditorFields>
  );
}
