import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../lib/documentation.ts';
import { severities } from '@margay/model';
import {
  flag,
  listOf,
  listOfText,
  oneOfOr,
  readSearch,
  text,
  wholeOr,
} from '../../../../lib/search-params.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/build/detections/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead', 'PolicyRead']),
  validateSearch: readSearch({
    page: wholeOr(1),
    sortBy: oneOfOr(['lastModified', 'name', 'severity', 'enabled'], 'lastModified'),
    sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
    search: text(),
    kinds: listOf(['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE', 'POLICY']),
    severity: listOf(severities),
    logTypes: listOfText(),
    tags: listOfText(),
    enabled: flag(),
    managed: flag(),
  }),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Detections">
      <PageHeader title="Detections" docHref={documentation.detections} />
    </Page>
  );
}
