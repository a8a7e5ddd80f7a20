import { createFileRoute } from '@tanstack/react-router';
import { BuildTabs } from '../../../../features/detections/build-tabs.tsx';
import { HelperList } from '../../../../features/detections/helper-list.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { readSearch, text } from '../../../../lib/search-params.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/build/helpers/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  validateSearch: readSearch({ search: text(), helper: text() }),
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Helpers">
      <PageHeader title="Helpers" docHref={documentation.detections} />
      <BuildTabs />
      <HelperList
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    </Page>
  );
}
