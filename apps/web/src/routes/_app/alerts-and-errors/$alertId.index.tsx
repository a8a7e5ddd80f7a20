import { createFileRoute } from '@tanstack/react-router';
import { AlertPage } from '../../../features/alerts/alert-page.tsx';
import { requirePermission } from '../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/alerts-and-errors/$alertId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['AlertRead']),
  component: Screen,
});

function Screen() {
  return <AlertPage alertId={Route.useParams().alertId} section="details" />;
}
