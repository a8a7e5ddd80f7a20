import { severities } from '@margay/model';
import { createFileRoute } from '@tanstack/react-router';
import { BuildTabs } from '../../../../features/detections/build-tabs.tsx';
import { listedKindIds } from '../../../../features/detections/kinds/index.ts';
import { RuleList } from '../../../../features/detections/rule-list.tsx';
import { ruleSorts } from '../../../../features/detections/queries.ts';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import {
  flag,
  listOf,
  listOfText,
  oneOfOr,
  listChange,
  readLinkSearch,
  text,
  pageNumber,
} from '../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../lib/session/session-context.tsx';
import { Button } from '../../../../ui/inputs/button.tsx';
import { IconPlus } from '../../../../ui/icons.ts';
import { Menu } from '../../../../ui/overlays/menu.tsx';
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
});

export const Route = createFileRoute('/_app/build/detections/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead', 'PolicyRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const reason = useMissingPermission('RuleModify');
  const plus = <IconPlus size={16} stroke={1.5} aria-hidden />;
  return (
    <Page title="Detections">
      <PageHeader
        title="Detections"
        docHref={documentation.detections}
        actions={
          reason === undefined ? (
            <Menu
              label="Kinds of detections"
              position="bottom-end"
              entries={[
                { label: 'Rule in Python', to: '/build/detections/new/' },
                {
                  label: 'Simple detection, without code',
                  to: '/build/detections/new/?isSimpleDetection=true',
                },
              ]}
            >
              <Button variant="primary" icon={plus}>
                Create New
              </Button>
            </Menu>
          ) : (
            <Button variant="primary" icon={plus} disabledReason={reason}>
              Create New
            </Button>
          )
        }
      />
      <BuildTabs />
      <RuleList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
