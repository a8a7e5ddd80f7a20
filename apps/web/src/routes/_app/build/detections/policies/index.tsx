import { severities } from '@margay/model';
import { createFileRoute } from '@tanstack/react-router';
import { BuildTabs } from '../../../../../features/detections/build-tabs.tsx';
import { policySorts } from '../../../../../features/policies/policy-list-search.ts';
import { PolicyList } from '../../../../../features/policies/policy-list.tsx';
import { complianceStatuses } from '../../../../../lib/compliance/status.ts';
import { documentation } from '../../../../../lib/documentation.ts';
import { requirePermission } from '../../../../../lib/route-guard.ts';
import {
  flag,
  listOf,
  listOfText,
  oneOf,
  oneOfOr,
  listChange,
  readLinkSearch,
  text,
  pageNumber,
} from '../../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../../lib/session/session-context.tsx';
import { CreateLink } from '../../../../../ui/inputs/create-link.tsx';
import { Page, PageHeader } from '../../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  page: pageNumber(),
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
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const reason = useMissingPermission('PolicyModify');
  return (
    <Page title="Policies">
      <PageHeader
        title="Policies"
        docHref={documentation.policies}
        actions={
          <CreateLink to="/build/detections/new/" search={{ type: 'POLICY' }} missing={reason}>
            Create New
          </CreateLink>
        }
      />
      <BuildTabs />
      <PolicyList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
