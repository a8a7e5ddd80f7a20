import type { Migration } from '@margay/store';

/** What people say about the product, and the fields that arrived although the schema does not name them. */
export const feedbackAndDiscoveries: Migration = {
  id: '0018-feedback-and-discoveries',
  sql: `
create table user_feedback (
  id text primary key,
  author jsonb not null,
  author_id text not null,
  feature_name text not null,
  feedback_text text not null,
  feature_usefulness int,
  location_url text not null,
  screen_width int,
  created_at timestamptz not null
);
create index user_feedback_created on user_feedback (created_at desc, id desc);
create index user_feedback_author on user_feedback (author_id, created_at);

create table schema_discoveries (
  schema_name text not null,
  path text[] not null,
  field jsonb not null,
  first_seen_at timestamptz not null,
  primary key (schema_name, path)
);
`,
};
