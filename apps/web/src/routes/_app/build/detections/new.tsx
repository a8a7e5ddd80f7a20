import { alertingKinds, detectionKindOf } from '@margay/model';
import { createFileRoute } from '@tanstack/react-router';
import { kindToWrite } from '../../../../features/detections/kinds/index.ts';
import { ReplaySlot } from '../../../../features/detections/replay-slot.ts';
import { NewRuleScreen } from '../../../../features/detections/rule-edit-screen.tsx';
import { NewPolicyScreen } from '../../../../features/policies/policy-edit-screen.tsx';
import { LiveReplayDock } from '../../../../features/replays/live-replay-dock.tsx';
import { flag, listOfText, oneOf, readLinkSearch, text, whole } from '../../../../lib/search-params.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';

const readParams = readLinkSearch({
  sessionId: text(),
  mitreTactic: text(),
  mitreTechnique: text(),
  relatedDetectionId: text(),
  relationOperation: text(),
  type: oneOf(alertingKinds),
  correlationRuleRefs: listOfText(),
  isSimpleDetection: flag(),
  version: whole(),
});

export const Route = createFileRoute('/_app/build/detections/new')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleModify', 'PolicyModify']),
  validateSearch: readParams,
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { type, sessionId: _session, correlationRuleRefs: _references, ...start } = Route.useSearch();
  if (type !== undefined && detectionKindOf(type).objectType === 'Policy')
    return <NewPolicyScreen {...start} />;
  return (
    <ReplaySlot.Fill with={LiveReplayDock}>
      <NewRuleScreen {...start} kind={kindToWrite(type)} />
    </ReplaySlot.Fill>
  );
}
