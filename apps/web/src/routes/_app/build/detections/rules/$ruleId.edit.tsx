import { createFileRoute } from '@tanstack/react-router';
import { ReplaySlot } from '../../../../../features/detections/replay-slot.ts';
import { RuleEditScreen } from '../../../../../features/detections/rule-edit-screen.tsx';
import { LiveReplayDock } from '../../../../../features/replays/live-replay-dock.tsx';
import { requirePermission } from '../../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/build/detections/rules/$ruleId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { ruleId } = Route.useParams();
  return (
    <ReplaySlot.Fill with={LiveReplayDock}>
      <RuleEditScreen key={ruleId} id={ruleId} />
    </ReplaySlot.Fill>
  );
}
