import { severities } from '@margay/model';
import { createFileRoute } from '@tanstack/react-router';
import { BuildTabs } from '../../../../features/detections/build-tabs.tsx';
import { CreateMenu } from '../../../../features/detections/create-menu.tsx';
import { listedKindIds } from '../../../../features/detections/kinds/index.ts';
import { ruleSorts, testStates } from '../../../../features/detections/rule-list-search.ts';
import { RuleList } from '../../../../features/detections/rule-list.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
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
} from '../../../../lib/search-params.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  page: pageNumber(),
  sortBy: oneOfOr(ruleSorts, 'lastModified'),
  sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
  search: text(),
  severity: listOf(severities),
  logTypes: listOfText(),
  tags: listOfText(),
  enabled: flag(),
  managed: flag(),
  kinds: listOf(listedKindIds),
  tests: listOf(testStates),
  searchIn: oneOf(['code']),
});

export const Route = createFileRoute('/_app/build/detections/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead', 'PolicyRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Detections">
      <PageHeader title="Detections" docHref={documentation.detections} actions={<CreateMenu />} />
      <BuildTabs />
      <RuleList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
