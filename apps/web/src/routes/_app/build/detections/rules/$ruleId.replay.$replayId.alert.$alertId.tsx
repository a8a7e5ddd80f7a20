import { createFileRoute } from '@tanstack/react-router';
import { ExplainButton } from '../../../../../features/detections/explain/explain-sheet.tsx';
import { ReplayAlertScreen } from '../../../../../features/replays/replay-alert-screen.tsx';
import { ExplainSlot } from '../../../../../lib/explain-slot.ts';
import { requirePermission } from '../../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/build/detections/rules/$ruleId/replay/$replayId/alert/$alertId')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  component: Screen,
});

function Screen() {
  const { ruleId, replayId, alertId } = Route.useParams();
  return (
    <ExplainSlot.Fill with={ExplainButton}>
      <ReplayAlertScreen key={alertId} ruleId={ruleId} replayId={replayId} alertId={alertId} />
    </ExplainSlot.Fill>
  );
}
