import { holdsAny } from '@margay/auth';
import { textOfContentProblem, type ContentFile } from '@margay/detect/content';
import { forbidden } from '@margay/kit';
import type { Actor } from '../../api/actor.ts';
import { detectionsAccess } from './access.ts';
import type { ImportedItem, ImportOptions, ItemChange } from './import.ts';
import { kindNamed, storedItemOf } from './kinds/index.ts';
import { statisticsGroups, type StatisticsGroup } from './kinds/kind.ts';
import type { DetectionsService } from './service.ts';

export interface ItemVerdict {
  file: string;
  id: string;
  kind: string;
  verdict: 'stored' | 'refused' | 'left-out';
  /** Of what is stored. */
  change: ItemChange | null;
  /** Why it was refused or left out; or that it is stored but does not load, and why. */
  reason: string;
}

export interface UploadStatistics {
  total: number;
  new: number;
  modified: number;
  deleted: number;
}

export interface UploadOutcome {
  verdicts: ItemVerdict[];
  /** Of what is stored. An upload deletes nothing. */
  statistics: Record<StatisticsGroup, UploadStatistics>;
}

export interface UploadOptions extends ImportOptions {
  ignoreExtraKeys?: boolean;
}

/** Whoever may change one kind may upload; which items it may be is asked of each. */
export function assertMayUpload(actor: Actor, { validateOnly }: UploadOptions): void {
  const wanted = validateOnly === true ? detectionsAccess.validateUpload : detectionsAccess.upload;
  if (!holdsAny(actor.permissions, wanted))
    throw forbidden(`You are not authorized to upload detection content. It needs ${wanted.join(' or ')}.`);
}

/** Every item is named once; the good ones are stored in one transaction, the others are left as they were. */
export async function uploadContent(
  service: DetectionsService,
  actor: Actor,
  files: readonly ContentFile[],
  options: UploadOptions = {},
): Promise<UploadOutcome> {
  const reading = await service.readFiles(actor, files, options);
  const imported = reading.items.length === 0 ? [] : await service.import(actor, reading.items, options);
  const verdicts: ItemVerdict[] = [
    ...imported.map(verdictOf),
    ...reading.problems.map((problem): ItemVerdict => ({
      file: problem.file,
      id: problem.id,
      kind: '',
      verdict: 'refused',
      change: null,
      reason: textOfContentProblem(problem),
    })),
    ...reading.skipped.map(({ file, id, kind, reason }): ItemVerdict => ({
      file,
      id,
      kind,
      verdict: 'left-out',
      change: null,
      reason,
    })),
  ];
  return { verdicts, statistics: statisticsOf(imported) };
}

function verdictOf({ item, change, refusal, loadError }: ImportedItem): ItemVerdict {
  const about = { file: item.file, id: item.id, kind: item.kind, change };
  if (refusal !== undefined) return { ...about, verdict: 'refused', reason: `${item.file} ${refusal}` };
  return {
    ...about,
    verdict: 'stored',
    reason: loadError === undefined ? '' : `does not load: ${loadError}`,
  };
}

function statisticsOf(imported: readonly ImportedItem[]): UploadOutcome['statistics'] {
  const none = () => ({ total: 0, new: 0, modified: 0, deleted: 0 });
  const statistics = Object.fromEntries(statisticsGroups.map((group) => [group, none()])) as Record<
    StatisticsGroup,
    UploadStatistics
  >;
  for (const { item, change } of imported) {
    if (change === null) continue;
    const counts = statistics[kindNamed(storedItemOf(item).kind).group];
    counts.total++;
    if (change !== 'unchanged') counts[change]++;
  }
  return statistics;
}
