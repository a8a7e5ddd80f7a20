import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { BuildTabs } from '../../../../features/detections/build-tabs.tsx';
import { HelperList, helperSorts } from '../../../../features/helpers/helper-list.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { oneOfOr, readSearch, text, wholeOr } from '../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../lib/session/session-context.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { IconPlus } from '../../../../ui/icons.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

const readParams = readSearch({
  page: wholeOr(1),
  sortBy: oneOfOr(helperSorts, 'id'),
  sortDir: oneOfOr(['ascending', 'descending'], 'ascending'),
  search: text(),
});

export const Route = createFileRoute('/_app/build/helpers/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  // Every parameter may be left out of a link.
  validateSearch: (raw: Parameters<typeof readParams>[0] & SearchSchemaInput) => readParams(raw),
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const reason = useMissingPermission('RuleModify');
  const plus = <IconPlus size={16} stroke={1.5} aria-hidden />;
  return (
    <Page title="Helpers">
      <PageHeader
        title="Helpers"
        docHref={documentation.helpers}
        actions={
          reason ? (
            <Button variant="primary" icon={plus} disabledReason={reason}>
              Create New
            </Button>
          ) : (
            <ButtonLink variant="primary" icon={plus} to="/build/helpers/new/">
              Create New
            </ButtonLink>
          )
        }
      />
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
