import { createFileRoute } from '@tanstack/react-router';
import { NewHelperScreen } from '../../../../features/helpers/edit-screens.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { readLinkSearch, text } from '../../../../lib/search-params.ts';

const readParams = readLinkSearch({ clone: text() });

export const Route = createFileRoute('/_app/build/helpers/new')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleModify']),
  validateSearch: readParams,
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { clone } = Route.useSearch();
  return <NewHelperScreen clone={clone} />;
}
