import { invalidInput } from '@margay/kit';
import type { Severity } from '@margay/model';
import { basesOf } from './derived.ts';
import { detectionView } from './detection-view.ts';
import { isDetectionKind, kindNamed } from './kinds/index.ts';
import { overriddenDefinition } from './managed-overrides.ts';
import type { OverridingChange } from './kinds/kind.ts';
import type { ContentRecord } from './store.ts';
import type { Sql } from '@margay/store';

/** A change of many detections at once. What is left out stays as it is. */
export interface BulkEdit {
  severity?: Severity | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
}

/** The detections with the change in their definitions; those it would not change are left out. */
export async function editedRecords(
  sql: Sql,
  records: readonly ContentRecord[],
  { severity, addTags = [], removeTags = [] }: BulkEdit,
): Promise<ContentRecord[]> {
  const detections = records.filter((record) => isDetectionKind(record.kind));
  const isOfTags = addTags.length + removeTags.length > 0;
  const managed = detections.filter((record) => record.managed && isOfTags);
  if (managed.length > 0) {
    throw invalidInput(
      `Tags of managed detections cannot be changed: ${managed.map(({ id }) => id).join(', ')}. Clone them, or leave them out.`,
      { code: 'InvalidUpdate' },
    );
  }
  const bases = await basesOf(sql, detections);
  return detections.flatMap((record) => {
    const shown = detectionView(record as Parameters<typeof detectionView>[0], bases).definition;
    const tags = [...new Set([...shown.tags, ...addTags])].filter((tag) => !removeTags.includes(tag));
    const change = {
      ...(severity === undefined || severity === shown.severity ? {} : { severity }),
      ...(tags.join('\n') === shown.tags.join('\n') ? {} : { tags }),
    };
    if (Object.keys(change).length === 0) return [];
    const changed = changedRecord(record, change);
    if (!record.managed) return [changed];
    return [{ ...record, definition: overriddenDefinition(record, changed.definition) } as ContentRecord];
  });
}

/** A derived rule says it as an override of its base. */
function changedRecord(record: ContentRecord, change: OverridingChange): ContentRecord {
  const { overridden } = kindNamed(record.kind);
  const definition = overridden?.(record.definition, change) ?? { ...record.definition, ...change };
  return { ...record, definition } as ContentRecord; // of its own kind
}
