import { alertStatuses, alertTypes, severities } from '@margay/model';
import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../lib/documentation.ts';
import { requirePermission } from '../../../lib/route-guard.ts';
import { listOf, listOfText, oneOf, readSearch, text } from '../../../lib/search-params.ts';
import { Page, PageHeader } from '../../../ui/page.tsx';

export const Route = createFileRoute('/_app/alerts-and-errors/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['AlertRead']),
  validateSearch: readSearch({
    tab: oneOf(['alerts', 'detection-errors', 'system-errors']),
    status: listOf(alertStatuses),
    severity: listOf(severities),
    type: listOf(alertTypes),
    assignee: listOfText(),
    logTypes: listOfText(),
    logSources: listOfText(),
    detectionId: text(),
    search: text(),
    from: text(),
    to: text(),
    sort: oneOf(['created-descending', 'created-ascending', 'severity-descending']),
  }),
  component: AlertList,
});

function AlertList() {
  return (
    <Page title="Alerts & Errors">
      <PageHeader title="Alerts & Errors" docHref={documentation.alerts} />
    </Page>
  );
}
