import { createFileRoute } from '@tanstack/react-router';
import { sourceSorts } from '../../../../features/log-sources/source-filters.ts';
import { SourceList } from '../../../../features/log-sources/source-list.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { listOf, listOfText, oneOfOr, readLinkSearch, text } from '../../../../lib/search-params.ts';
import { usePermission } from '../../../../lib/session/session-context.tsx';
import { ButtonLink } from '../../../../ui/inputs/button.tsx';
import { IconPlus } from '../../../../ui/icons.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  sortBy: oneOfOr(sourceSorts, 'dateCreated'),
  sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
  search: text(),
  types: listOfText(),
  logTypes: listOfText(),
  health: listOf(['healthy', 'warning', 'unhealthy', 'no-data', 'pending']),
});

export const Route = createFileRoute('/_app/configure/log-sources/')({
  validateSearch: readParams,
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceRead']),
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayModify = usePermission('LogSourceModify');
  return (
    <Page title="Log Sources">
      <PageHeader
        title="Log Sources"
        docHref={documentation.logSources}
        actions={
          mayModify && (
            <ButtonLink
              variant="primary"
              to="/configure/log-sources/add-new-source/"
              icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
            >
              Create New
            </ButtonLink>
          )
        }
      />
      <SourceList
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    </Page>
  );
}
