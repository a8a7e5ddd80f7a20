import { severities } from '@margay/model';
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { BuildTabs } from '../../../../../features/detections/build-tabs.tsx';
import { PolicyList } from '../../../../../features/policies/policy-list.tsx';
import { policySorts } from '../../../../../features/policies/queries.ts';
import { documentation } from '../../../../../lib/documentation.ts';
import { requirePermission } from '../../../../../lib/route-guard.ts';
import {
  flag,
  listOf,
  listOfText,
  oneOf,
  oneOfOr,
  readSearch,
  text,
  wholeOr,
} from '../../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../../lib/session/session-context.tsx';
import { Button, ButtonLink } from '../../../../../ui/button.tsx';
import { complianceStatuses } from '../../../../../ui/compliance.tsx';
import { IconPlus } from '../../../../../ui/icons.ts';
import { Page, PageHeader } from '../../../../../ui/page.tsx';

const readParams = readSearch({
  page: wholeOr(1),
  sortBy: oneOfOr(policySorts, 'lastModified'),
  sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
  search: text(),
  severity: listOf(severities),
  resourceTypes: listOfText(),
  status: oneOf(complianceStatuses),
  enabled: flag(),
  managed: flag(),
});

export const Route = createFileRoute('/_app/build/detections/policies/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['PolicyRead']),
  // Every parameter may be left out of a link.
  validateSearch: (raw: Parameters<typeof readParams>[0] & SearchSchemaInput) => readParams(raw),
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const reason = useMissingPermission('PolicyModify');
  const plus = <IconPlus size={16} stroke={1.5} aria-hidden />;
  return (
    <Page title="Policies">
      <PageHeader
        title="Policies"
        docHref={documentation.policies}
        actions={
          reason === undefined ? (
            <ButtonLink variant="primary" to="/build/detections/new/" search={{ type: 'POLICY' }} icon={plus}>
              Create New
            </ButtonLink>
          ) : (
            <Button variant="primary" icon={plus} disabledReason={reason}>
              Create New
            </Button>
          )
        }
      />
      <BuildTabs />
      <PolicyList
        search={{ ...search, page: Math.max(1, search.page) }}
        onSearch={(change) =>
          void navigate({
            search: (before) => ({ ...before, ...change }),
            // A page turned is a step back; a filter typed is not.
            replace: change.search !== undefined,
          })
        }
      />
    </Page>
  );
}
