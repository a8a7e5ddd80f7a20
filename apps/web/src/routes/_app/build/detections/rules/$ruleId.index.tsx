import { createFileRoute } from '@tanstack/react-router';
import { RuleReplaysSlot } from '../../../../../features/detections/rule-replays-slot.ts';
import { ruleSections } from '../../../../../features/detections/rule-screen-search.ts';
import { RuleScreen } from '../../../../../features/detections/rule-screen.tsx';
import { RuleReplays } from '../../../../../features/replays/replay-list.tsx';
import { requirePermission } from '../../../../../lib/route-guard.ts';
import { oneOf, readSearch, whole } from '../../../../../lib/search-params.ts';

export const Route = createFileRoute('/_app/build/detections/rules/$ruleId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  validateSearch: readSearch({ section: oneOf(ruleSections), version: whole(), against: whole() }),
  component: Screen,
});

function Screen() {
  const { ruleId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RuleReplaysSlot.Fill with={RuleReplays}>
      <RuleScreen
        key={ruleId}
        id={ruleId}
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
        onDeleted={() => void navigate({ to: '/build/detections/', replace: true })}
      />
    </RuleReplaysSlot.Fill>
  );
}
