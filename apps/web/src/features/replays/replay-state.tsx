import { formatShare } from '../../lib/format-number.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import type { Tone } from '../../ui/marks/badge.tsx';
import { IconCheck, IconClock, IconPlayerStop, IconX } from '../../ui/icons.ts';
import type { Replay, ReplayState } from './replay-types.ts';

const looks: Record<ReplayState, { label: string; tone: Tone; Icon: typeof IconX }> = {
  EVALUATION_IN_PROGRESS: { label: 'Evaluation', tone: 'accent', Icon: IconClock },
  COMPUTATION_IN_PROGRESS: { label: 'Computation', tone: 'accent', Icon: IconClock },
  DONE: { label: 'Done', tone: 'success', Icon: IconCheck },
  CANCELED: { label: 'Stopped', tone: 'neutral', Icon: IconPlayerStop },
  ERROR_EVALUATION: { label: 'Evaluation failed', tone: 'danger', Icon: IconX },
  ERROR_COMPUTATION: { label: 'Computation failed', tone: 'danger', Icon: IconX },
};

/** How far a replay is, as sign and word. */
export function ReplayStateBadge({ replay: { state, summary } }: { replay: Replay }) {
  const { label, tone, Icon } = looks[state];
  const share =
    state === 'EVALUATION_IN_PROGRESS'
      ? summary.evaluationProgress
      : state === 'COMPUTATION_IN_PROGRESS'
        ? summary.computationProgress
        : undefined;
  return (
    <Badge tone={tone} title={state} icon={<Icon size={12} stroke={2} aria-hidden />}>
      {share === undefined ? label : `${label} ${formatShare(Math.round(share * 100), 100)}`}
    </Badge>
  );
}
