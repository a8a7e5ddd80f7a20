import { createFileRoute } from '@tanstack/react-router';
import { TokenPage } from '../../../../../features/api-tokens/token-page.tsx';
import { requirePermission } from '../../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/settings/api/tokens/$tokenId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['OrganizationAPITokenRead']),
  component: Screen,
});

function Screen() {
  const { tokenId } = Route.useParams();
  return <TokenPage key={tokenId} id={tokenId} />;
}
