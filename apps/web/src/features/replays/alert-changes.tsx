import { Badge } from '../../ui/marks/badge.tsx';
import { IconCheck, IconMinus, IconPlus } from '../../ui/icons.ts';
import type { AlertChange, ComparedAlert, LiveReplayResult } from './replay-types.ts';

export const changeLabels: Record<AlertChange, string> = { new: 'New', same: 'Same', gone: 'Gone' };
const looks = {
  new: { tone: 'accent', Icon: IconPlus },
  same: { tone: 'neutral', Icon: IconCheck },
  gone: { tone: 'warning', Icon: IconMinus },
} as const;

/** What became of an alert against the saved version: sign and word, colour third. */
export function ChangeBadge({ change }: { change: AlertChange }) {
  const { tone, Icon } = looks[change];
  return (
    <Badge tone={tone} icon={<Icon size={12} stroke={2} aria-hidden />}>
      {changeLabels[change]}
    </Badge>
  );
}

/** All alerts of both versions, newest first. */
export function comparedAlerts({ changed, comparison }: LiveReplayResult): ComparedAlert[] {
  const all: ComparedAlert[] =
    comparison === null
      ? changed.alerts
      : [
          ...comparison.newAlerts.map((alert) => ({ ...alert, change: 'new' as const })),
          ...comparison.sameAlerts.map((alert) => ({ ...alert, change: 'same' as const })),
          ...comparison.goneAlerts.map((alert) => ({ ...alert, change: 'gone' as const })),
        ];
  return all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}
