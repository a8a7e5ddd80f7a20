import { countOf, formatCount } from '@margay/kit';
import type { SourceCheck } from './source-check.ts';

/** What became of the entries of a source within some time. */
export interface Understood {
  /** Entries that matched a schema. */
  stored: number;
  failed: number;
}

/** Of the last hour, so that a fault shows soon, and of the last day, so that a source of few events shows its own. */
export interface UnderstoodLately {
  lastHour: Understood;
  lastDay: Understood;
}

const mostFailedShare = 0.05;
/** A share of fewer says nothing. */
const fewestFailed = 10;
/** Where nothing at all was understood, this many are enough. */
const fewestOfAll = 3;

const kept = 'They are kept in panther_monitor.public.classification_failures.';
const oneKept = 'It is kept in panther_monitor.public.classification_failures.';

const failsTooOften = ({ stored, failed }: Understood) =>
  failed >= fewestFailed && failed > (stored + failed) * mostFailedShare;

/** For instance `1 of 1,671 events of the last 24 hours matched no schema of this source.` */
const shareText = ({ stored, failed }: Understood, time: 'hour' | '24 hours') =>
  `${formatCount(failed)} of ${countOf(stored + failed, 'event')} of the last ${time} matched no schema of this source.`;

/** Says that so much of a source is not understood that somebody must act; undefined where that is not so. */
export function tooManyFailures({ lastHour, lastDay }: UnderstoodLately): string | undefined {
  if (failsTooOften(lastHour)) return shareText(lastHour, 'hour');
  const isNothingUnderstood = lastDay.stored === 0 && lastDay.failed >= fewestOfAll;
  if (failsTooOften(lastDay) || isNothingUnderstood) return shareText(lastDay, '24 hours');
  return undefined;
}

/** Whether a source is understood: a few entries that are not are a warning. */
export function checkOfClassification(understood: UnderstoodLately, checkedAt: Date): SourceCheck {
  const { lastDay } = understood;
  const name = 'classification';
  if (lastDay.failed === 0)
    return { name, healthy: true, message: 'Every event of the last 24 hours matched a schema.', checkedAt };
  const tooMany = tooManyFailures(understood);
  return {
    name,
    healthy: tooMany === undefined,
    warning: tooMany === undefined,
    message: `${tooMany ?? shareText(lastDay, '24 hours')} ${lastDay.failed === 1 ? oneKept : kept}`,
    checkedAt,
  };
}
