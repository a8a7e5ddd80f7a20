import { createFileRoute } from '@tanstack/react-router';
import { searchModes } from '../../../features/search/search-modes.ts';
import { SearchScreen } from '../../../features/search/search-screen.tsx';
import { listOfText, oneOf, readSearch, text, whole } from '../../../lib/search-params.ts';
import { requirePermission } from '../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/investigate/search')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DataAnalyticsRead']),
  validateSearch: readSearch({
    mode: oneOf(searchModes),
    q: text(),
    databases: listOfText(),
    tables: listOfText(),
    timeFrame: text(),
    relativeTime: text(),
    relativeNumberVal: whole(),
    relativeTimeUnit: text(),
    startTime: text(),
    endTime: text(),
    limit: whole(),
    sortDirection: oneOf(['ascending', 'descending']),
    filters: text(),
    queryId: text(),
  }),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SearchScreen
      address={address}
      changeAddress={(search, { replace }) => void navigate({ search, replace })}
    />
  );
}
