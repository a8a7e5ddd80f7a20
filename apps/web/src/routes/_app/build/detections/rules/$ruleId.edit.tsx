import { createFileRoute } from '@tanstack/react-router';
import { RuleEditScreen } from '../../../../../features/detections/rule-edit-screen.tsx';
import { requirePermission } from '../../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/build/detections/rules/$ruleId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { ruleId } = Route.useParams();
  return <RuleEditScreen key={ruleId} id={ruleId} />;
}
