import { listOf, listOfText, oneOfOr, readLinkSearch, text } from '../../lib/search-params.ts';

export const auditResults = ['SUCCEEDED', 'PARTIALLY_FAILED', 'FAILED'] as const;
export type AuditResult = (typeof auditResults)[number];

export const auditSpans = ['hour', 'day', 'week', 'month', 'all'] as const;
export type AuditSpan = (typeof auditSpans)[number];

export const spanLabels: Record<AuditSpan, string> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  all: 'All time',
};

/** What the address holds. */
export const readAuditSearch = readLinkSearch({
  span: oneOfOr(auditSpans, 'week'),
  search: text(),
  action: listOfText(),
  result: listOf(auditResults),
  actor: text(),
  ip: text(),
});
export type AuditSearch = ReturnType<typeof readAuditSearch>;

export interface AuditFilter {
  since?: string;
  text?: string;
  actions?: string[];
  results?: AuditResult[];
  actor?: string;
  sourceIp?: string;
}

const minuteMs = 60_000;
const spanMs: Record<Exclude<AuditSpan, 'all'>, number> = {
  hour: 60 * minuteMs,
  day: 24 * 60 * minuteMs,
  week: 7 * 24 * 60 * minuteMs,
  month: 30 * 24 * 60 * minuteMs,
};

/** The filter as the server takes it. On the minute, so that the same filter stays the same question for a while. */
export function filterOf(
  { span, search, action, result, actor, ip }: AuditSearch,
  now = Date.now(),
): AuditFilter {
  const since = span === 'all' ? undefined : new Date(Math.floor((now - spanMs[span]) / minuteMs) * minuteMs);
  return {
    ...(since && { since: since.toISOString() }),
    ...(search && { text: search }),
    ...(action && { actions: action }),
    ...(result && { results: result }),
    ...(actor && { actor }),
    ...(ip && { sourceIp: ip }),
  };
}

/** Filters in force, the span of time not among them. */
export const filterCount = ({ search, action, result, actor, ip }: AuditSearch): number =>
  [search, action, result, actor, ip].filter((value) => value !== undefined).length;
