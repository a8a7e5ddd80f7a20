import { createFileRoute, redirect } from '@tanstack/react-router';
import { dashboardWidgetSearch } from '../../../features/search/form/prefilled.ts';
import { listOfText, readSearch, text } from '../../../lib/search-params.ts';

/** The search screen with the query of a widget: `?sql=…`, or `?filters=…&logTypes[]=AWS.CloudTrail`. */
export const Route = createFileRoute('/_app/investigate/dashboard-widget-search')({
  validateSearch: readSearch({
    sql: text(),
    filters: text(),
    text: text(),
    databases: listOfText(),
    tables: listOfText(),
    logTypes: listOfText(),
    timeFrame: text(),
    startTime: text(),
    endTime: text(),
  }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/investigate/search/', search: dashboardWidgetSearch(search), replace: true });
  },
});
