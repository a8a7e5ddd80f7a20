import type { Migration } from '@margay/store';

/** Access tokens and refresh tokens that came with them, sealed, one row for each source or destination; and who asks for the next. */
export const oauthTokens: Migration = {
  id: '0034-oauth-tokens',
  sql: `
create table oauth_tokens (
  owner text primary key,
  fence bigint not null default 0,
  holder_id text,
  held_until timestamptz,
  got_with text,
  refreshed_with text,
  sealed text,
  expires_at timestamptz
);
`,
};
