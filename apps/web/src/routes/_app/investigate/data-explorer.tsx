import { createFileRoute } from '@tanstack/react-router';
import { DataExplorerScreen } from '../../../features/data-explorer/data-explorer-screen.tsx';
import { DataLakeParts } from '../../../features/search/data-lake-parts.tsx';
import { SavedSearchParts } from '../../../features/saved-searches/saved-search-parts.tsx';
import { requirePermission } from '../../../lib/route-guard.ts';
import { readLinkSearch, text } from '../../../lib/search-params.ts';

const readParams = readLinkSearch({ savedQueryId: text(), q: text(), database: text() });

/** SQL over the data lake; `?savedQueryId=…` opens a saved search in a tab, `?q=…&database=…` a text. */
export const Route = createFileRoute('/_app/investigate/data-explorer')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DataAnalyticsRead']),
  validateSearch: readParams,
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { savedQueryId, q, database } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SavedSearchParts>
      <DataLakeParts>
        <DataExplorerScreen
          savedQueryId={savedQueryId}
          linked={q === undefined ? undefined : { text: q, database }}
          onOpened={() => void navigate({ search: {}, replace: true })}
          onOpenSaved={(id) => void navigate({ search: { savedQueryId: id } })}
        />
      </DataLakeParts>
    </SavedSearchParts>
  );
}
