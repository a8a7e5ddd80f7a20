import { isWebAddress } from '@margay/kit';
import { Link } from '@tanstack/react-router';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button, ButtonLink } from '../../ui/inputs/button.tsx';
import { IconCopy, IconExternalLink, IconPencil } from '../../ui/icons.ts';
import { Page, PageHeader, Properties } from '../../ui/layout/page.tsx';
import { Skeleton, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { useSchema, useSchemaUsers } from './queries.ts';
import type { SchemaDetails } from './queries.ts';
import { SchemaBody } from './schema-viewer.tsx';
import styles from './schemas.module.css';
import { useArchive } from './use-archive.tsx';

/** One schema: its facts at the left, its fields as tree or YAML at the right. */
export function SchemaPage({ name, docHref }: { name: string; docHref: string }) {
  const schema = useSchema(name);
  if (!schema.data)
    return (
      <Page title={name}>
        <PageHeader title={name} docHref={docHref} subtitle={<Skeleton width={200} />} />
        <div className={styles.details}>
          <div className={styles.rail}>
            <SkeletonLines lines={8} />
          </div>
          <div className={styles.main}>
            <SkeletonLines lines={14} />
          </div>
        </div>
      </Page>
    );
  return (
    <Page title={name}>
      <Header schema={schema.data} docHref={docHref} />
      <div className={styles.details}>
        <div className={styles.rail}>
          <Facts schema={schema.data} />
        </div>
        <div className={styles.main}>
          <SchemaBody schema={schema.data} facts={false} />
        </div>
      </div>
    </Page>
  );
}

function Header({ schema, docHref }: { schema: SchemaDetails; docHref: string }) {
  const missing = useMissingPermission('LogSourceModify');
  const archive = useArchive();
  return (
    <PageHeader
      title={schema.name}
      docHref={docHref}
      badges={
        <>
          <Badge>{schema.isManaged ? 'Managed' : 'Custom'}</Badge>
          {schema.isArchived && <Badge tone="warning">Archived</Badge>}
        </>
      }
      subtitle={`Revision ${schema.revision}, version ${schema.version}`}
      actions={
        missing === undefined && (
          <>
            {!schema.isManaged && (
              <Button variant="quiet" onClick={() => archive(schema)}>
                {schema.isArchived ? 'Unarchive' : 'Archive'}
              </Button>
            )}
            <ButtonLink
              to="/configure/schemas/new/"
              search={{ clone: schema.name }}
              icon={<IconCopy size={16} stroke={1.5} aria-hidden />}
            >
              Clone
            </ButtonLink>
            {!schema.isManaged && !schema.isArchived && (
              <ButtonLink
                to="/configure/schemas/$schemaId/edit/"
                params={{ schemaId: schema.name }}
                icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
              >
                Edit
              </ButtonLink>
            )}
          </>
        )
      }
    />
  );
}

function Facts({ schema }: { schema: SchemaDetails }) {
  const users = useSchemaUsers();
  const usedBy = users.data?.filter((source) => source.logTypes.includes(schema.name));
  return (
    <Properties
      stacked
      items={[
        { label: 'Description', value: schema.description || 'No schema description' },
        {
          label: 'Reference',
          value:
            schema.referenceURL && isWebAddress(schema.referenceURL) ? (
              <a href={schema.referenceURL} target="_blank" rel="noreferrer" className={styles.link}>
                {schema.referenceURL}
                <IconExternalLink size={14} stroke={1.5} aria-label="opens in a new window" />
              </a>
            ) : (
              'No schema reference link'
            ),
        },
        { label: 'Field discovery', value: schema.isFieldDiscoveryEnabled ? 'On' : 'Off' },
        {
          label: 'Used by',
          value:
            usedBy === undefined || usedBy.length === 0
              ? 'No log source'
              : usedBy.map((source) => (
                  <div key={source.integrationId}>
                    <Link
                      to="/configure/log-sources/$sourceId/"
                      params={{ sourceId: source.integrationId }}
                      className={styles.link}
                    >
                      {source.integrationLabel}
                    </Link>
                  </div>
                )),
        },
        { label: 'Created', value: <Time at={schema.createdAt} format="absolute" /> },
        { label: 'Updated', value: <Time at={schema.updatedAt} format="absolute" /> },
      ]}
    />
  );
}
