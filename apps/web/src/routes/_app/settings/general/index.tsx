import { createFileRoute } from '@tanstack/react-router';
import { GeneralSettings } from '../../../../features/general-settings/general-settings.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { readLinkSearch, text } from '../../../../lib/search-params.ts';

const readParams = readLinkSearch({ tab: text() });

export const Route = createFileRoute('/_app/settings/general/')({
  beforeLoad: ({ context }) =>
    requirePermission(context.session, ['GeneralSettingsRead', 'RuleRead', 'PolicyRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const { tab = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <GeneralSettings tab={tab} onTab={(next) => void navigate({ search: { tab: next } })} />;
}
