import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SavedSearchParts } from '../../../features/saved-searches/saved-search-parts.tsx';
import { SavedSearchLoader } from '../../../features/search/form/saved-search-loader.tsx';
import { resultsViews, searchModes } from '../../../features/search/search-modes.ts';
import type { SearchAddress } from '../../../features/search/form/form-values.ts';
import { SearchScreen } from '../../../features/search/search-screen.tsx';
import { flag, listOfText, oneOf, readSearch, text, whole } from '../../../lib/search-params.ts';
import { requirePermission } from '../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/investigate/search')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DataAnalyticsRead']),
  validateSearch: readSearch({
    mode: oneOf(searchModes),
    q: text(),
    usePantherFlow: flag(),
    pantherFlowInput: text(),
    databases: listOfText(),
    tables: listOfText(),
    database: text(),
    table: text(),
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
    view: oneOf(resultsViews),
    savedQueryId: text(),
  }),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { savedQueryId, ...address }: SearchAddress & { savedQueryId?: string } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  // What a search was opened from stays in the address, whatever the form becomes.
  const origin = savedQueryId === undefined ? {} : { savedQueryId };
  const { queryId, ...values } = address;
  const isBare = Object.keys(values).length === 0;
  const [loadedId, setLoadedId] = useState(isBare ? undefined : savedQueryId);
  if (savedQueryId !== undefined && savedQueryId !== loadedId && isBare)
    return (
      <SavedSearchLoader
        id={savedQueryId}
        queryId={queryId}
        onLoaded={(loaded) => {
          setLoadedId(savedQueryId);
          void navigate({ search: { ...loaded, ...origin }, replace: true });
        }}
      />
    );
  return (
    <SavedSearchParts>
      <SearchScreen
        address={address}
        savedQueryId={savedQueryId}
        onOpenSaved={(id) => {
          // Also the one that is open: its values take the place of what was changed.
          setLoadedId(undefined);
          void navigate({ search: { savedQueryId: id } });
        }}
        changeAddress={(search, { replace }) => {
          void navigate({ search: { ...search, ...origin }, replace });
          // Left to itself the browser's history makes one entry of what is written at once.
          history.flush();
        }}
      />
    </SavedSearchParts>
  );
}
