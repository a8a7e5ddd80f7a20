import { createFileRoute } from '@tanstack/react-router';
import { PolicyEditScreen } from '../../../../../features/policies/policy-edit-screen.tsx';
import { requirePermission } from '../../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/build/detections/policies/$policyId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['PolicyRead']),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { policyId } = Route.useParams();
  return <PolicyEditScreen key={policyId} id={policyId} />;
}
