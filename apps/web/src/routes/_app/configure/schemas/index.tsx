import { createFileRoute } from '@tanstack/react-router';
import { schemaSorts } from '../../../../features/schemas/schema-filters.ts';
import { SchemaList } from '../../../../features/schemas/schema-list.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { flag, flagOr, oneOfOr, readLinkSearch, text } from '../../../../lib/search-params.ts';
import { usePermission } from '../../../../lib/session/session-context.tsx';
import { ButtonLink } from '../../../../ui/inputs/button.tsx';
import { IconPlus } from '../../../../ui/icons.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  isArchived: flagOr(false),
  sortBy: oneOfOr(schemaSorts, 'name'),
  sortDir: oneOfOr(['ascending', 'descending'], 'ascending'),
  isManaged: flag(),
  inUse: flag(),
  search: text(),
});

export const Route = createFileRoute('/_app/configure/schemas/')({
  validateSearch: readParams,
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceRead']),
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayModify = usePermission('LogSourceModify');
  return (
    <Page title="Schemas">
      <PageHeader
        title="Schemas"
        docHref={documentation.schemas}
        actions={
          mayModify && (
            <ButtonLink
              variant="primary"
              to="/configure/schemas/new/"
              icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
            >
              Create New
            </ButtonLink>
          )
        }
      />
      <SchemaList
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    </Page>
  );
}
