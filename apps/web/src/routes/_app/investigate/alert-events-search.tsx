import { createFileRoute, redirect } from '@tanstack/react-router';
import { alertEventsSearch } from '../../../features/search/form/prefilled.ts';
import { listOfText, readSearch, text } from '../../../lib/search-params.ts';

/** The search screen with the events of alerts: `?alertIds[]=…`. */
export const Route = createFileRoute('/_app/investigate/alert-events-search')({
  validateSearch: readSearch({ alertIds: listOfText(), startTime: text(), endTime: text() }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/investigate/search/', search: alertEventsSearch(search), replace: true });
  },
});
