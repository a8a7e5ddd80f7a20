import { createFileRoute, useRouter } from '@tanstack/react-router';
import { DestinationScreen } from '../../../../features/destinations/destination-screen.tsx';
import { DestinationSheet } from '../../../../features/destinations/destination-sheet.tsx';
import { readDestinationSearch } from '../../../../features/destinations/list-search.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/configure/destinations/$destinationId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DestinationRead']),
  validateSearch: readDestinationSearch,
  component: Screen,
});

function Screen() {
  const { destinationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  function close() {
    // The sheet also closes because the path has changed; then the person is on the way elsewhere already.
    const isStillHere = router.latestLocation.pathname.includes(`/${encodeURIComponent(destinationId)}/edit`);
    if (isStillHere) void navigate({ to: '/configure/destinations/', search });
  }
  return (
    <>
      <DestinationScreen
        search={search}
        activeId={destinationId}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
      <DestinationSheet
        // Another destination is another sheet: one sheet closes when the path changes.
        key={destinationId}
        id={destinationId}
        onClose={close}
      />
    </>
  );
}
