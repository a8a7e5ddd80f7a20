import type { Migration } from '@margay/store';

/** Uploads of detection content that run in the background, and what became of them. */
export const contentUploads: Migration = {
  id: '0017-content-uploads',
  sql: `
create table content_uploads (
  receipt_id text primary key,
  actor_id text not null,
  is_validation boolean not null,
  status text not null,
  error text,
  outcome jsonb,
  lease_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index content_uploads_running on content_uploads (is_validation)
  where status = 'NOT_PROCESSED' and not is_validation;
create index content_uploads_created on content_uploads (created_at);
`,
};
