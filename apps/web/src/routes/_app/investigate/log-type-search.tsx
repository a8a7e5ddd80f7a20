import { createFileRoute, redirect } from '@tanstack/react-router';
import { logTypeSearch } from '../../../features/search/form/prefilled.ts';
import { listOfText, readSearch, text } from '../../../lib/search-params.ts';

/** The search screen with the tables of log types: `?logTypes[]=AWS.CloudTrail`. */
export const Route = createFileRoute('/_app/investigate/log-type-search')({
  validateSearch: readSearch({ logTypes: listOfText(), startTime: text(), endTime: text() }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/investigate/search/', search: logTypeSearch(search), replace: true });
  },
});
