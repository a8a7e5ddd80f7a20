import { createFileRoute } from '@tanstack/react-router';
import { withTime } from '../../../features/indicator-search/indicator-address.ts';
import { IndicatorSearchScreen } from '../../../features/indicator-search/indicator-search-screen.tsx';
import { DataLakeParts } from '../../../features/search/data-lake-parts.tsx';
import { readTime, requestTime } from '../../../features/search/time/time-frame.ts';
import type { ScopeParams } from '../../../lib/data-lake/slots.ts';
import { requirePermission } from '../../../lib/route-guard.ts';
import { listOfText, readSearch, text, whole } from '../../../lib/search-params.ts';

/** Indicators in all tables: `?q=203.0.113.7&timeFrame=LastWeek`. */
export const Route = createFileRoute('/_app/investigate/indicator-search')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DataAnalyticsRead']),
  validateSearch: readSearch({
    q: text(),
    databases: listOfText(),
    tables: listOfText(),
    timeFrame: text(),
    relativeTime: text(),
    relativeNumberVal: whole(),
    relativeTimeUnit: text(),
    startTime: text(),
    endTime: text(),
    queryId: text(),
  }),
  staticData: { workScreen: true },
  component: Screen,
});

const timesOf = (scope: ScopeParams, now: Date) => requestTime(readTime(scope), now);

function Screen() {
  const address = withTime(Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <DataLakeParts>
      <IndicatorSearchScreen
        address={address}
        changeAddress={(search, { replace }) => void navigate({ search, replace })}
        timesOf={timesOf}
      />
    </DataLakeParts>
  );
}
