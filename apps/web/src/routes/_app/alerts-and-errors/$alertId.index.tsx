import { createFileRoute } from '@tanstack/react-router';
import { AlertPage } from '../../../features/alerts/alert-page.tsx';
import { ExplainButton } from '../../../features/detections/explain/explain-sheet.tsx';
import { ExplainSlot } from '../../../lib/explain-slot.ts';
import { requirePermission } from '../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/alerts-and-errors/$alertId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['AlertRead']),
  component: Screen,
});

function Screen() {
  return (
    <ExplainSlot.Fill with={ExplainButton}>
      <AlertPage alertId={Route.useParams().alertId} section="details" />
    </ExplainSlot.Fill>
  );
}
