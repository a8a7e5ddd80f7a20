import { createFileRoute } from '@tanstack/react-router';
import { NewRuleScreen } from '../../../../features/detections/rule-edit-screen.tsx';
import { flag, listOfText, oneOf, readSearch, text, whole } from '../../../../lib/search-params.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/build/detections/new')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleModify', 'PolicyModify']),
  validateSearch: readSearch({
    sessionId: text(),
    mitreTactic: text(),
    mitreTechnique: text(),
    relatedDetectionId: text(),
    relationOperation: text(),
    type: oneOf(['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE', 'POLICY']),
    correlationRuleRefs: listOfText(),
    isSimpleDetection: flag(),
    version: whole(),
  }),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { mitreTactic, mitreTechnique, relatedDetectionId } = Route.useSearch();
  return <NewRuleScreen {...{ mitreTactic, mitreTechnique, relatedDetectionId }} />;
}
