import { createFileRoute, useParams } from '@tanstack/react-router';
import { AlertPage } from '../../../features/alerts/page/alert-page.tsx';
import { sectionOf } from '../../../features/alerts/page/sections.ts';
import { ExplainButton } from '../../../features/detections/explain/explain-sheet.tsx';
import { ExplainSlot } from '../../../lib/explain-slot.ts';
import { requirePermission } from '../../../lib/route-guard.ts';

/** The page stays when its section changes: open menus and half-written comments live on. */
export const Route = createFileRoute('/_app/alerts-and-errors/$alertId')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['AlertRead']),
  component: Screen,
});

function Screen() {
  const { alertId } = Route.useParams();
  const { section = '' } = useParams({ strict: false });
  return (
    <ExplainSlot.Fill with={ExplainButton}>
      <AlertPage alertId={alertId} section={sectionOf(section) ?? 'details'} />
    </ExplainSlot.Fill>
  );
}
