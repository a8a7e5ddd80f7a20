import { createFileRoute, notFound } from '@tanstack/react-router';
import { AlertPage } from '../../../features/alerts/alert-page.tsx';
import { sectionOf } from '../../../features/alerts/sections.ts';
import { ExplainButton } from '../../../features/detections/explain/explain-sheet.tsx';
import { ExplainSlot } from '../../../lib/explain-slot.ts';
import { requirePermission } from '../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/alerts-and-errors/$alertId/$section')({
  beforeLoad: ({ context, params }) => {
    requirePermission(context.session, ['AlertRead']);
    if (!sectionOf(params.section)) throw notFound();
  },
  component: Screen,
});

function Screen() {
  const { alertId, section } = Route.useParams();
  return (
    <ExplainSlot.Fill with={ExplainButton}>
      <AlertPage alertId={alertId} section={sectionOf(section) ?? 'details'} />
    </ExplainSlot.Fill>
  );
}
