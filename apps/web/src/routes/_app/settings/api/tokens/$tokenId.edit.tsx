import { createFileRoute } from '@tanstack/react-router';
import { EditTokenScreen } from '../../../../../features/api-tokens/edit-screens.tsx';
import { requirePermission } from '../../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/settings/api/tokens/$tokenId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['OrganizationAPITokenRead']),
  component: Screen,
});

function Screen() {
  const { tokenId } = Route.useParams();
  return <EditTokenScreen key={tokenId} id={tokenId} />;
}
