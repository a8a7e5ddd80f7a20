import type { SavedQueryItem, ScheduledQueryItem } from '@margay/detect/content';
import { defineStoredKind, noFacts } from './kind.ts';
import { SavedQueryDefinition } from './saved-query-definition.ts';
export { isOfFirstForm, SavedQueryDefinition, type SearchForm } from './saved-query-definition.ts';

export const savedQuery = defineStoredKind<SavedQueryDefinition, SavedQueryItem | ScheduledQueryItem>({
  title: 'saved query',
  isCalledByName: true,
  auditName: 'SAVED_DATA_LAKE_QUERY',
  itemKinds: ['saved_query', 'scheduled_query'],
  group: 'queries',
  permissions: { read: 'DataAnalyticsRead', modify: 'DataAnalyticsModify' },
  importOrder: 2,
  namedIn: 'scheduledQueries',
  definition: SavedQueryDefinition,
  factsOf: (id, { tags }) => ({ ...noFacts, displayName: id, tags }),
  queryOf: (definition) => definition,
  reachOf: ({ query }, { logTypesOfQuery }) =>
    query === undefined ? { any: 'its text is not known' } : logTypesOfQuery(query),
  fromItem(item) {
    const { description, tags, text, key, lookback, lookbackWindowSeconds } = item;
    return {
      id: item.id,
      enabled: item.kind === 'saved_query' || item.enabled,
      definition: {
        description,
        tags,
        text,
        key,
        lookback,
        lookbackWindowSeconds,
        ...(item.kind === 'saved_query' ? {} : { schedule: item.schedule, email: item.email }),
      },
    };
  },
  toItem({ id, enabled, definition }) {
    const { description, tags, text, key, lookback, lookbackWindowSeconds, schedule, email } = definition;
    const facts = { id, file: '', description, tags, text, key, lookback, lookbackWindowSeconds };
    return schedule === undefined
      ? { kind: 'saved_query', ...facts }
      : { kind: 'scheduled_query', ...facts, enabled, schedule, email };
  },
});
