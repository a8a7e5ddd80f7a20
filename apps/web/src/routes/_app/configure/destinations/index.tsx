import { createFileRoute } from '@tanstack/react-router';
import { DestinationScreen } from '../../../../features/destinations/destination-screen.tsx';
import { readDestinationSearch } from '../../../../features/destinations/list-search.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/configure/destinations/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DestinationRead']),
  validateSearch: readDestinationSearch,
  component: Screen,
});

function Screen() {
  const navigate = Route.useNavigate();
  return (
    <DestinationScreen
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  );
}
