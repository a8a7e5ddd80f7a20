import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { NewHelperScreen } from '../../../../features/helpers/edit-screens.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { readSearch, text } from '../../../../lib/search-params.ts';

const readParams = readSearch({ clone: text() });

export const Route = createFileRoute('/_app/build/helpers/new')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleModify']),
  validateSearch: (raw: Parameters<typeof readParams>[0] & SearchSchemaInput) => readParams(raw),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { clone } = Route.useSearch();
  return <NewHelperScreen clone={clone} />;
}
