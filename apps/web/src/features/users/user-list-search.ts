import {
  readLinkSearch,
  flag,
  flagOr,
  listOfText,
  oneOfOr,
  pageNumber,
  text,
} from '../../lib/search-params.ts';

export const userSorts = ['name', 'role', 'status', 'lastLoggedInAt', 'createdAt'] as const;
export type UserSort = (typeof userSorts)[number];

/** What the address of the list holds: which people, in which order, and which panel is open beside them. */
export const readUserSearch = readLinkSearch({
  page: pageNumber(),
  sortBy: oneOfOr(userSorts, 'createdAt'),
  sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
  search: text(),
  role: listOfText(),
  /** Whether people who were deactivated are in the list. */
  deactivated: flagOr(true),
  /** The panel for a new person is open. */
  invite: flag(),
  /** The id of the person in the panel. */
  edit: text(),
});
export type UserSearch = ReturnType<typeof readUserSearch>;
