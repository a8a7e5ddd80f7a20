import type { Migration } from '@margay/store';

const authors = [
  ['destinations', 'created_by'],
  ['destinations', 'updated_by'],
  ['alerts', 'updated_by'],
  ['alerts', 'status_updated_by'],
  ['alert_comments', 'created_by'],
  ['alert_comments', 'updated_by'],
  ['alert_history', 'actor'],
  ['csv_exports', 'author'],
  ['user_feedback', 'author'],
  ['lookup_tables', 'created_by'],
  ['lookup_tables', 'updated_by'],
  ['lookup_table_versions', 'author'],
  ['replays', 'created_by'],
  ['searches', 'author'],
] as const;

/** Who did something is a person, a token or the system; people were kept as `user` before there were tokens. */
export const actorKinds: Migration = {
  id: '0047-actor-kinds',
  sql: [
    ...authors.map(
      ([table, column]) =>
        `update ${table} set ${column} = jsonb_set(${column}, '{kind}', '"person"') where ${column} ->> 'kind' = 'user';`,
    ),
    `update audit_log set actor_kind = 'person' where actor_kind = 'user';`,
  ].join('\n'),
};
