import { createFileRoute } from '@tanstack/react-router';
import { SourceEdit } from '../../../../features/log-sources/source-edit.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

export const Route = createFileRoute('/_app/configure/log-sources/$sourceId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceModify']),
  component: Screen,
});

function Screen() {
  const { sourceId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <Page title="Edit Log Source" scroll>
      <PageHeader title="Edit Log Source" docHref={documentation.logSources} />
      <SourceEdit
        sourceId={sourceId}
        onDone={() => void navigate({ to: '/configure/log-sources/$sourceId/', params: { sourceId } })}
      />
    </Page>
  );
}
