import { createFileRoute } from '@tanstack/react-router';
import { DataExplorerScreen } from '../../../features/data-explorer/data-explorer-screen.tsx';
import { DataLakeParts } from '../../../features/search/data-lake-parts.tsx';
import { SaveSearch } from '../../../features/saved-searches/save-search.tsx';
import { SchemaSheetFill } from '../../../features/schemas/schema-sheet-fill.tsx';
import { requirePermission } from '../../../lib/route-guard.ts';
import { SaveSearchSlot } from '../../../lib/saved-search.ts';
import { readLinkSearch, text } from '../../../lib/search-params.ts';

const readParams = readLinkSearch({ savedQueryId: text() });

/** SQL over the data lake; `?savedQueryId=…` opens a saved search in a tab. */
export const Route = createFileRoute('/_app/investigate/data-explorer')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DataAnalyticsRead']),
  validateSearch: readParams,
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { savedQueryId } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SaveSearchSlot.Fill with={SaveSearch}>
      <SchemaSheetFill>
        <DataLakeParts>
          <DataExplorerScreen
            savedQueryId={savedQueryId}
            onSavedOpened={() => void navigate({ search: {}, replace: true })}
          />
        </DataLakeParts>
      </SchemaSheetFill>
    </SaveSearchSlot.Fill>
  );
}
