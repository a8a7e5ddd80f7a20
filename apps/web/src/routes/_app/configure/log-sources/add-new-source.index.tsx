import { createFileRoute } from '@tanstack/react-router';
import { ProviderPicker } from '../../../../features/log-sources/provider-picker.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { readLinkSearch, text } from '../../../../lib/search-params.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({ search: text(), category: text(), provider: text() });

export const Route = createFileRoute('/_app/configure/log-sources/add-new-source/')({
  validateSearch: readParams,
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceModify']),
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Add New Sources">
      <PageHeader
        title="Add New Sources"
        docHref={documentation.logSources}
        description="Choose who sends the logs. Custom logs takes anything that has a schema."
      />
      <ProviderPicker
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    </Page>
  );
}
