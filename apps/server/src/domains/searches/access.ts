import { accessRules } from '../../api/auth-rule.ts';

/** Who may search. Everything of a search, its results and its columns is for whoever may. */
export const searchesAccess = accessRules({
  search: ['DataAnalyticsRead'],
  /** By a signed link, which a browser follows without a session. */
  downloadCsv: 'public',
});
