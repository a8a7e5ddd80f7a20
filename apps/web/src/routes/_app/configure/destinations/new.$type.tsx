import { createFileRoute } from '@tanstack/react-router';
import { NewDestination } from '../../../../features/destinations/new-destination.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

export const Route = createFileRoute('/_app/configure/destinations/new/$type')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DestinationModify']),
  component: Screen,
});

function Screen() {
  const { type } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <Page title="New Destination" scroll>
      <PageHeader title="New Destination" docHref={documentation.destinations} />
      <NewDestination
        key={type}
        typeId={type}
        onDone={() => void navigate({ to: '/configure/destinations/' })}
      />
    </Page>
  );
}
