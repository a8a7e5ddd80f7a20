import { createFileRoute } from '@tanstack/react-router';
import { EditSchema } from '../../../../features/schemas/edit-schema.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page } from '../../../../ui/layout/page.tsx';

export const Route = createFileRoute('/_app/configure/schemas/$schemaId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceModify']),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { schemaId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <Page title={`Edit ${schemaId}`}>
      <EditSchema
        name={schemaId}
        docHref={documentation.schemas}
        onDone={() => void navigate({ to: '/configure/schemas/$schemaId/', params: { schemaId } })}
      />
    </Page>
  );
}
