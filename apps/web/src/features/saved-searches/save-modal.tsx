import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes, formatCount } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { queryKindLabels } from '../../lib/saved-search.ts';
import type { SavedSearchFields } from '../../lib/saved-search.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { TagInput } from '../../ui/inputs/select.tsx';
import { SubmitButton } from '../../ui/inputs/submit-button.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useLinkedRules, usePutSavedSearch } from './queries.ts';
import type { SavedSearch } from './queries.ts';
import { draftOf, faultsOf, lacksLimit, lacksTimeFilter, putOf } from './save-draft.ts';
import type { SaveDraft } from './save-draft.ts';
import styles from './saved-searches.module.css';
import { ScheduleFields } from './schedule-fields.tsx';

export interface SaveModalProps {
  /** What is saved: the search of the form, or the saved one itself. */
  fields: SavedSearchFields;
  /** The saved search that is changed; a new one is made without it. */
  saved: SavedSearch | undefined;
  /** The switch of the schedule is on at first. */
  schedules?: boolean;
  onClose: () => void;
  onSaved: (saved: SavedSearch) => void;
}

/** Name, tags, description and schedule of a search. Drawn only while it is open, so that it begins anew each time. */
export function SaveModal({ fields, saved, schedules = false, onClose, onSaved }: SaveModalProps) {
  const [draft, setDraft] = useState<SaveDraft>(() => {
    const before = draftOf(saved);
    return { ...before, isScheduled: before.isScheduled || schedules };
  });
  const [showsFaults, setShowsFaults] = useState(false);
  const put = usePutSavedSearch();
  const faults = faultsOf(draft);
  // A name that cannot be is said at once, one that is not there yet when it is wanted.
  const shown = showsFaults ? faults : draft.name.trim() === '' ? {} : { name: faults.name };
  const isNew = saved === undefined || draft.name.trim() !== saved.name;
  const isManagedUpdate = saved?.managed === true && !isNew;
  const change = (part: Partial<SaveDraft>) => setDraft((before) => ({ ...before, ...part }));

  async function save() {
    setShowsFaults(true);
    if (Object.keys(faults).length > 0 || isManagedUpdate) return;
    try {
      const stored = await put.mutateAsync(putOf(draft, fields, saved));
      toast.success(
        stored.schedule && !stored.schedule.disabled
          ? `${stored.name} is saved and scheduled`
          : `${stored.name} is saved`,
      );
      onSaved(stored);
      onClose();
    } catch {
      // Shown in the dialog, with what was typed.
    }
  }

  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Save search"
      width={650}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton
            type="button"
            isSubmitting={put.isPending}
            isValid={Object.keys(faultsOf(draft)).length === 0}
            allowsInvalid
            isDirty
            disabledReason={
              isManagedUpdate
                ? 'It is managed and changes with its pack. Give another name to save a copy.'
                : undefined
            }
            onClick={() => void save()}
          >
            {saved !== undefined && isNew ? 'Save as new' : draft.isScheduled ? 'Save and schedule' : 'Save'}
          </SubmitButton>
        </>
      }
    >
      <div className={styles.form}>
        <div>
          <Badge>{queryKindLabels[fields.queryKind]}</Badge>
        </div>
        <div className={styles.pair}>
          <TextInput
            label="Name"
            required
            value={draft.name}
            onChange={(name) => change({ name })}
            error={shown.name}
            help={nameHelp(saved, isNew)}
            autoFocus
            maxLength={200}
          />
          <TagInput
            label="Tags"
            value={draft.tags}
            onChange={(tags) => change({ tags })}
            placeholder="Add tags"
          />
        </div>
        <TextArea
          label="Description"
          value={draft.description}
          onChange={(description) => change({ description })}
          rows={2}
        />
        <ScheduleFields draft={draft} onChange={change} faults={shown} />
        <Warnings draft={draft} fields={fields} />
        {saved && draft.isScheduled && <Feeds saved={saved} />}
        {put.isError && (
          <Note tone="danger" title="The search was not saved">
            {failureText(put.error)}
          </Note>
        )}
      </div>
    </Modal>
  );
}

function nameHelp(saved: SavedSearch | undefined, isNew: boolean): string | undefined {
  if (!saved) return undefined;
  return isNew ? `A new saved search; ${saved.name} stays as it is` : 'Another name saves a copy';
}

function Warnings({ draft, fields }: { draft: SaveDraft; fields: SavedSearchFields }) {
  const hasNoLimit = lacksLimit(draft, fields);
  const hasNoTime = lacksTimeFilter(draft, fields);
  if (!hasNoLimit && !hasNoTime) return null;
  return (
    <Note tone="warning" title={hasNoLimit ? 'The query has no LIMIT.' : 'The query has no time filter.'}>
      {hasNoLimit &&
        'A scheduled query needs a limit clause if the SQL has none; LIMIT 1000 is added on save. '}
      {hasNoTime &&
        'Each run reads every event of its tables, and rows repeat. Add p_occurs_since or a condition on p_event_time.'}
    </Note>
  );
}

/** What a change of the schedule concerns. */
function Feeds({ saved }: { saved: SavedSearch }) {
  const { data: rules = [] } = useLinkedRules(saved.id, true);
  const { lastRun } = saved;
  if (rules.length === 0 && !lastRun) return null;
  return (
    <p className={styles.feeds}>
      {rules.length > 0 && (
        <>
          Feeds{' '}
          {rules.map((rule, index) => (
            <span key={rule.id}>
              {index > 0 && ', '}
              <Link
                className={styles.link}
                to="/build/detections/rules/$ruleId/"
                params={{ ruleId: rule.id }}
              >
                {rule.displayName ?? rule.id}
              </Link>
            </span>
          ))}
          .{' '}
        </>
      )}
      {lastRun?.rowCount != null &&
        `Last run read ${formatBytes(lastRun.bytesScanned)} in ${formatDuration(lastRun.elapsedMs)}, ${formatCount(lastRun.rowCount)} rows.`}
    </p>
  );
}
