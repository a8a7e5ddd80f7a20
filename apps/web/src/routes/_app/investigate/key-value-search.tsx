import { createFileRoute, redirect } from '@tanstack/react-router';
import { keyValueSearch } from '../../../features/search/form/prefilled.ts';
import { readSearch, text } from '../../../lib/search-params.ts';

/** The search screen with one condition: `?key=p_any_usernames&value=ana`. */
export const Route = createFileRoute('/_app/investigate/key-value-search')({
  validateSearch: readSearch({ key: text(), value: text(), startTime: text(), endTime: text() }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/investigate/search/', search: keyValueSearch(search, new Date()), replace: true });
  },
});
