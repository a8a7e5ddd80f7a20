import { createFileRoute } from '@tanstack/react-router';
import { ModelEditScreen } from '../../../../features/data-models/edit-screens.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/build/data-models/$modelId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { modelId } = Route.useParams();
  return <ModelEditScreen key={modelId} id={modelId} />;
}
