import type { Migration } from '@margay/store';

/** The inventory of cloud resources, what policies say of each, and how far each policy has come with it. */
export const resourceTables: Migration = {
  id: '0011-resources',
  sql: `
create table resources (
  id text primary key,
  type text not null,
  integration_id text not null,
  integration_label text not null,
  attributes json not null,
  digest text not null,
  revision bigint not null,
  is_due boolean not null,
  deleted boolean not null,
  created_at timestamptz not null,
  last_modified timestamptz not null
);
create index resources_due on resources (id) where is_due;
create index resources_type on resources (type, id);
create index resources_modified on resources (last_modified, id);

create table compliance (
  policy_id text not null,
  resource_id text not null references resources (id) on delete cascade,
  status text not null,
  status_rank smallint not null,
  severity text not null,
  suppressed boolean not null,
  error_message text,
  judged_by text not null,
  resource_revision bigint not null,
  changed_at timestamptz not null,
  last_updated timestamptz not null,
  primary key (policy_id, resource_id)
);
create index compliance_resource on compliance (resource_id, suppressed, status_rank);
create index compliance_policy on compliance (policy_id, suppressed, status_rank);

create table policy_scans (
  policy_id text primary key,
  judged_by text not null,
  after_id text not null,
  judged_count int not null,
  total_count int not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
`,
};
