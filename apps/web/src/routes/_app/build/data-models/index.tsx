import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { ModelList } from '../../../../features/data-models/model-list.tsx';
import { modelSorts } from '../../../../features/data-models/queries.ts';
import { BuildTabs } from '../../../../features/detections/build-tabs.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { flag, listOfText, oneOfOr, readSearch, text, wholeOr } from '../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../lib/session/session-context.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { IconPlus } from '../../../../ui/icons.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

const readParams = readSearch({
  page: wholeOr(1),
  sortBy: oneOfOr(modelSorts, 'displayName'),
  sortDir: oneOfOr(['ascending', 'descending'], 'ascending'),
  search: text(),
  logTypes: listOfText(),
  enabled: flag(),
  managed: flag(),
});

export const Route = createFileRoute('/_app/build/data-models/')({
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
    <Page title="Data Models">
      <PageHeader
        title="Data Models"
        docHref={documentation.dataModels}
        actions={
          reason ? (
            <Button variant="primary" icon={plus} disabledReason={reason}>
              Create New
            </Button>
          ) : (
            <ButtonLink variant="primary" icon={plus} to="/build/data-models/new/">
              Create New
            </ButtonLink>
          )
        }
      />
      <BuildTabs />
      <ModelList
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    </Page>
  );
}
