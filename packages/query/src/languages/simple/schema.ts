import * as z from 'zod';

/**
 * What the console sends as `filters` for language `simplesearch`, as JSON text:
 * `{"text": "words \"a phrase\"", "or": [{"uuid": "…", "and": [{"target": "userIdentity.arn", "operator": "is", "value": "\"x\""}]}]}`.
 * `value` is a JSON text (of a string, number, list or pair). Groups may nest three deep. A bare `{"and": […]}` is
 * one group.
 */
export interface FilterCondition {
  /** Path of a field, parts joined by `.` or `:`; absent for the row operators. */
  target?: string;
  operator: string;
  value?: string;
  /** Field type the value was written for (`int_array`, `ip` …); only its value messages depend on it. */
  type?: string;
}

export interface FilterGroup {
  uuid?: string;
  and?: FilterNode[];
  or?: FilterNode[];
}

export type FilterNode = FilterCondition | FilterGroup;

const condition = z.strictObject({
  uuid: z.string().max(100).optional(),
  target: z.string().max(1000).optional(),
  operator: z.string().max(100),
  value: z.string().max(1_000_000).optional(),
  type: z.string().max(40).optional(),
});

/** Groups of groups of groups: built by hand, because a lazy schema would know no depth. */
const deepest = group(condition);
const middle = group(z.union([deepest, condition]));
const outer = group(z.union([middle, condition]));

function group<T extends z.ZodType>(node: T) {
  return z.strictObject({
    uuid: z.string().max(100).optional(),
    and: z.array(node).max(500).optional(),
    or: z.array(node).max(500).optional(),
  });
}

export const maxFilterDepth = 3;

export const simpleFiltersSchema = z.strictObject({
  text: z.string().max(10_000).optional(),
  ...outer.shape,
});

export type SimpleFilters = FilterGroup & { text?: string };

export const sortDirections = ['ascending', 'descending'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** Who asks for what, where and when. Times are ISO texts; a relative time is an ISO duration and needs no times. */
export const searchRequestSchema = z.object({
  databases: z.array(z.string().max(200)).max(100).default([]),
  tables: z.array(z.string().max(400)).max(2000).default([]),
  /** JSON text, or empty for no filter at all. */
  filters: z.string().max(1_000_000).default(''),
  relativeTime: z.string().max(40).optional(),
  startTime: z.string().max(40).optional(),
  endTime: z.string().max(40).optional(),
  sortDir: z.enum(sortDirections).default('descending'),
  limit: z.coerce.number().int().min(1).max(1_000_000),
});

export type SearchRequest = z.infer<typeof searchRequestSchema>;
