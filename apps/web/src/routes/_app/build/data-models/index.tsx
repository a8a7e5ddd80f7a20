import { createFileRoute } from '@tanstack/react-router';
import { modelSorts } from '../../../../features/data-models/model-list-search.ts';
import { ModelList } from '../../../../features/data-models/model-list.tsx';
import { BuildTabs } from '../../../../features/detections/build-tabs.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import {
  flag,
  listOfText,
  oneOfOr,
  listChange,
  readLinkSearch,
  text,
  pageNumber,
} from '../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../lib/session/session-context.tsx';
import { CreateLink } from '../../../../ui/inputs/create-link.tsx';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  page: pageNumber(),
  sortBy: oneOfOr(modelSorts, 'displayName'),
  sortDir: oneOfOr(['ascending', 'descending'], 'ascending'),
  search: text(),
  logTypes: listOfText(),
  enabled: flag(),
  managed: flag(),
});

export const Route = createFileRoute('/_app/build/data-models/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const reason = useMissingPermission('RuleModify');
  return (
    <Page title="Data Models">
      <PageHeader
        title="Data Models"
        docHref={documentation.dataModels}
        actions={
          <CreateLink to="/build/data-models/new/" missing={reason}>
            Create New
          </CreateLink>
        }
      />
      <BuildTabs />
      <ModelList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
