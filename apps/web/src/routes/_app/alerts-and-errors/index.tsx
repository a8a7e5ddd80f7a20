import { createFileRoute } from '@tanstack/react-router';
import { FirstStepsSlot } from '../../../features/alerts/first-steps-slot.ts';
import { AlertList } from '../../../features/alerts/list/alert-list.tsx';
import { readAlertListSearch } from '../../../features/alerts/list/list-search.ts';
import { useViewMode } from '../../../features/alerts/list/view-mode.ts';
import { FirstStepsCard } from '../../../features/getting-started/first-steps-card.tsx';
import { FirstSteps } from '../../../features/getting-started/first-steps.tsx';
import { documentation } from '../../../lib/documentation.ts';
import { requirePermission } from '../../../lib/route-guard.ts';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { useWindowWidth } from '../../../lib/use-window-width.ts';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';
import { narrowBelowPx } from '../../../ui/table/data-table.tsx';

export const Route = createFileRoute('/_app/alerts-and-errors/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['AlertRead']),
  validateSearch: readAlertListSearch,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const [mode, setMode] = useViewMode();
  // A phone has its own two-line rows.
  const isNarrow = useWindowWidth() < narrowBelowPx;
  return (
    <Page title="Alerts & Errors">
      <PageHeader
        title="Alerts & Errors"
        docHref={documentation.alerts}
        actions={
          !isNarrow && (
            <SegmentedControl
              label="Rows"
              options={[
                { value: 'compact', label: 'Compact' },
                { value: 'detailed', label: 'Detailed' },
              ]}
              value={mode}
              onChange={setMode}
            />
          )
        }
      />
      <FirstStepsCard />
      <FirstStepsSlot.Fill with={NoAlertsYet}>
        <AlertList
          search={search}
          onSearch={(change) =>
            void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
          }
          isDetailed={mode === 'detailed'}
        />
      </FirstStepsSlot.Fill>
    </Page>
  );
}

const NoAlertsYet = () => (
  <FirstSteps title="No alerts yet">The first alert shows here within seconds of its event.</FirstSteps>
);
