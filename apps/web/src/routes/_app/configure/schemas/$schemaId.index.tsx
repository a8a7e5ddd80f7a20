import { createFileRoute } from '@tanstack/react-router';
import { SchemaPage } from '../../../../features/schemas/schema-page.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/configure/schemas/$schemaId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceRead']),
  component: Screen,
});

function Screen() {
  const { schemaId } = Route.useParams();
  return <SchemaPage name={schemaId} docHref={documentation.schemas} />;
}
