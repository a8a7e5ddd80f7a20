import { createFileRoute } from '@tanstack/react-router';
import { ReplayScreen } from '../../../../../features/replays/replay-screen.tsx';
import { requirePermission } from '../../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/build/detections/rules/$ruleId/replay/$replayId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  component: Screen,
});

function Screen() {
  const { ruleId, replayId } = Route.useParams();
  return <ReplayScreen key={replayId} ruleId={ruleId} replayId={replayId} />;
}
