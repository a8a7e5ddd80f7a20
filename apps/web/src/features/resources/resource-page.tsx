import { useState } from 'react';
import { resourceName, resourceRegion } from '../../lib/compliance/resource-name.ts';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { VendorTile } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { StatusBadge } from '../../ui/marks/status-badge.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { IconDots, IconRefresh, IconSearch } from '../../ui/icons.ts';
import { JsonTree } from '../../ui/text/json-tree.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card, Page, PageHeader, Properties } from '../../ui/layout/page.tsx';
import { Skeleton, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { SearchBox } from '../../ui/layout/toolbar.tsx';
import { useResource } from './queries.ts';
import type { Resource } from './queries.ts';
import { eventsSearch, useResourceMenu, useTestAgain } from './resource-menu.tsx';
import type { ResourcePageProps } from './resource-page-search.ts';
import { ResourcePolicies } from './resource-policies.tsx';
import styles from './resources.module.css';

const narrowBelowPx = 768;

/** One resource: what policies say of it, and what it is. */
export function ResourcePage({ id, search, onSearch }: ResourcePageProps) {
  const { data: resource } = useResource(id);
  const name = resourceName(id, resource?.attributes);
  return (
    <Page title={name}>
      {resource ? (
        <Head resource={resource} />
      ) : (
        <PageHeader
          title={<Skeleton width={240} height={16} />}
          subtitle={<span className={styles.mono}>{id}</span>}
        />
      )}
      <div className={styles.details}>
        <div className={styles.main}>
          {resource?.deleted && (
            <Note tone="warning" title="This resource is deleted">
              Below is what it was at last. Policies judge it no longer.
            </Note>
          )}
          {resource ? (
            <>
              {!resource.deleted && (
                <ResourcePolicies resource={resource} search={search} onSearch={onSearch} />
              )}
              <Attributes resource={resource} />
            </>
          ) : (
            <Card title="Policies">
              <SkeletonLines lines={8} label="Loading the resource" />
            </Card>
          )}
        </div>
        <aside className={styles.rail} aria-label="Properties">
          <h2 className={styles.railTitle}>Properties</h2>
          {resource ? <Facts resource={resource} /> : <SkeletonLines lines={6} label="Loading properties" />}
        </aside>
      </div>
    </Page>
  );
}

function Head({ resource }: { resource: Resource }) {
  const menuOf = useResourceMenu();
  const testAgain = useTestAgain();
  const noModify = useMissingPermission('ResourceModify');
  const name = resourceName(resource.id, resource.attributes);
  const noDelete = resource.deleted ? 'It is deleted.' : undefined;
  return (
    <PageHeader
      title={name}
      icon={<VendorTile name={shortType(resource.type)} size="lg" />}
      badges={
        resource.deleted ? (
          <Badge tone="outline">DELETED</Badge>
        ) : (
          <StatusBadge status={resource.complianceStatus} isBusy={resource.isBeingJudged} />
        )
      }
      subtitle={
        <span className={styles.idLine}>
          <span className={styles.mono} title={resource.id}>
            {resource.id}
          </span>
          <CopyButton value={resource.id} label="Copy ID" />
        </span>
      }
      actions={
        <div className={styles.actions}>
          <ButtonLink
            to="/investigate/search/"
            search={eventsSearch(resource.id)}
            icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
          >
            Events of this resource
          </ButtonLink>
          <Button
            icon={<IconRefresh size={16} stroke={1.5} aria-hidden />}
            loading={testAgain.isPending || resource.isBeingJudged}
            disabledReason={noModify ?? noDelete}
            onClick={() => testAgain.start(resource)}
          >
            Test again
          </Button>
          <Menu label="More actions" position="bottom-end" entries={menuOf(resource)}>
            <IconButton label="More actions" variant="default">
              <IconDots size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </Menu>
        </div>
      }
    />
  );
}

/** `AWS.S3.Bucket` is `S3`. */
const shortType = (type: string) => type.split('.')[1] ?? type;

function Facts({ resource }: { resource: Resource }) {
  const text = (key: string) => {
    const value = resource.attributes[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const account = text('AccountId');
  return (
    <Properties
      items={[
        { label: 'Type', value: resource.type },
        {
          label: 'Source',
          value: (
            <>
              {resource.integrationLabel}
              {resource.integrationLabel !== resource.integrationId && (
                <div className={styles.quietMono}>{resource.integrationId}</div>
              )}
            </>
          ),
        },
        ...(account === undefined || account === resource.integrationId
          ? []
          : [{ label: 'Account', value: account }]),
        { label: 'Region', value: resourceRegion(resource.id, resource.attributes) ?? '–' },
        ...(text('TimeCreated') === undefined
          ? []
          : [{ label: 'Created', value: <Time at={text('TimeCreated')} format="absolute" /> }]),
        { label: 'First seen', value: <Time at={resource.createdAt} format="absolute" /> },
        { label: 'Last modified', value: <Time at={resource.lastModified} format="absolute" /> },
      ]}
    />
  );
}

function Attributes({ resource }: { resource: Resource }) {
  const [view, setView] = useState<'tree' | 'raw'>('tree');
  const [search, setSearch] = useState('');
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const raw = JSON.stringify(resource.attributes, null, 2);
  const searchBox = view === 'tree' && (
    <SearchBox label="Search in JSON" value={search} onChange={(text) => setSearch(text)} />
  );
  return (
    <Card
      title="Attributes"
      flush
      actions={
        <>
          {!isNarrow && searchBox}
          <SegmentedControl
            label="View of the attributes"
            size="sm"
            options={[
              { value: 'tree', label: 'Tree' },
              { value: 'raw', label: 'Raw' },
            ]}
            value={view}
            onChange={setView}
          />
          <CopyButton value={raw} label="Copy attributes" />
        </>
      }
    >
      <div className={styles.json}>
        {isNarrow && searchBox}
        {view === 'tree' ? (
          <JsonTree label="Attributes" value={resource.attributes} openDepth={1} search={search} />
        ) : (
          <CodeBlock code={raw} />
        )}
      </div>
    </Card>
  );
}
