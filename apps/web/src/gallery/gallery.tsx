import { severities } from '@margay/model';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Badge, KindBadge } from '../ui/marks/badge.tsx';
import { Avatar, VendorTile } from '../ui/marks/avatar.tsx';
import { Button, IconButton } from '../ui/inputs/button.tsx';
import { EventBalance } from '../ui/chart/event-balance.tsx';
import { severitySeries } from '../ui/chart/series.ts';
import { Sparkline } from '../ui/chart/sparkline.tsx';
import { TimeChart } from '../ui/chart/time-chart.tsx';
import { Checkbox, RadioGroup, SegmentedControl, Switch } from '../ui/inputs/choice.tsx';
import { CodeBlock } from '../ui/text/code-block.tsx';
import { useConfirm } from '../ui/overlays/confirm.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import { HealthBadge } from '../ui/marks/health.tsx';
import { IconDots, IconDownload, IconPlus, IconTrash } from '../ui/icons.ts';
import { JsonTree } from '../ui/text/json-tree.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { Note } from '../ui/layout/note.tsx';
import { Card, Page, PageBody, PageHeader } from '../ui/layout/page.tsx';
import { SchemaForm } from '../ui/inputs/schema-form.tsx';
import type { FieldDescriptor, FormValues } from '../ui/inputs/setting-values.ts';
import { SeverityLabel, severityLabels } from '../ui/marks/severity.tsx';
import { SideSheet } from '../ui/overlays/side-sheet.tsx';
import { EmptyState, FailedState, NoResults, Progress, SkeletonLines } from '../ui/layout/states.tsx';
import { StatusLabel } from '../ui/marks/status.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import type { Column } from '../ui/table/column.ts';
import { SelectionBar } from '../ui/table/selection-bar.tsx';
import { useSelection } from '../ui/table/selection.ts';
import { Tabs } from '../ui/layout/tabs.tsx';
import { Time } from '../ui/marks/time.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { SearchBox, Toolbar } from '../ui/layout/toolbar.tsx';

interface SampleRow {
  id: string;
  severity: (typeof severities)[number];
  title: string;
  events: number;
  at: Date;
}

const start = Date.UTC(2026, 10, 13, 9);
const hourMs = 3_600_000;
const rows: SampleRow[] = Array.from({ length: 100_000 }, (_entry, index) => ({
  id: `row-${index}`,
  severity: severities[4 - (index % 5)]!,
  title: `Sample row ${index} with a title long enough to be cut at the end of its cell when the window is narrow`,
  events: (index * 7919) % 400,
  at: new Date(start + index * 60_000),
}));
const columns: Column<SampleRow>[] = [
  {
    id: 'severity',
    header: 'Severity',
    width: '96px',
    sortable: true,
    cell: (row) => <SeverityLabel severity={row.severity} />,
  },
  {
    id: 'title',
    header: 'Title',
    width: 'minmax(120px, 1fr)',
    cell: (row) => <b style={{ fontWeight: 500 }}>{row.title}</b>,
  },
  {
    id: 'id',
    header: 'Id',
    width: '110px',
    mono: true,
    secondary: true,
    cell: (row) => row.id,
    hideBelow: 1100,
  },
  { id: 'events', header: 'Events', width: '80px', align: 'end', sortable: true, cell: (row) => row.events },
  {
    id: 'at',
    header: 'Created',
    width: '90px',
    secondary: true,
    sortable: true,
    cell: (row) => <Time at={row.at} />,
  },
];
const times = Array.from({ length: 60 }, (_entry, index) => new Date(start + index * 3 * hourMs));
const counts = (step: number) =>
  times.map((_time, index) =>
    index % 11 === 4 ? 0 : Math.round(4 + 3 * Math.sin((index + step * 3) / 5) + step),
  );
const alertSeries = severitySeries(
  {
    INFO: counts(0),
    LOW: counts(2),
    MEDIUM: counts(1),
    HIGH: counts(0),
    CRITICAL: times.map((_time, index) => (index % 17 === 0 ? 3 : 0)),
  },
  severityLabels,
);
const lineSeries = [
  { name: 'AWS.CloudTrail', values: times.map((_time, index) => 300 + 120 * Math.sin(index / 6)) },
  {
    name: 'Okta.SystemLog',
    values: times.map((_time, index) => (index > 20 && index < 26 ? null : 90 + 40 * Math.cos(index / 4))),
  },
];
const minutes = Array.from({ length: 60 }, (_entry, index) => ({
  minute: new Date(start + index * 60_000),
  received: 30_000,
  stored: index === 26 ? 29_904 : index > 57 ? 29_957 : 30_000,
  duplicate: 0,
  failed: index === 26 ? 96 : 0,
  inFlight: index > 57 ? 43 : 0,
}));
const event = {
  eventName: 'CreateAccessKey',
  eventTime: '2026-11-20T09:30:47Z',
  sourceIPAddress: '203.0.113.77',
  userIdentity: {
    type: 'AssumedRole',
    accountId: '111122223333',
    sessionContext: { attributes: { mfaAuthenticated: 'false' } },
  },
  requestParameters: { userName: 'svc-backup' },
  readOnly: false,
  resources: [],
  errorCode: null,
  recordCount: 3,
};
const fields: FieldDescriptor[] = [
  { name: 'displayName', label: 'Display name', kind: 'text', required: true },
  {
    name: 'token',
    label: 'Bot token',
    kind: 'password',
    secret: true,
    help: 'Stored encrypted; never shown again',
  },
  { name: 'timeout', label: 'Timeout', kind: 'number', min: 1, max: 60, unit: 'seconds' },
  { name: 'sync', label: 'Sync status', kind: 'boolean', help: 'Follows the status in the ticket' },
  {
    name: 'region',
    label: 'Region',
    kind: 'select',
    options: [
      { value: 'eu', label: 'Europe' },
      { value: 'us', label: 'United States' },
    ],
  },
  {
    name: 'types',
    label: 'Log types',
    kind: 'multiselect',
    placeholder: 'All log types',
    options: ['AWS.CloudTrail', 'Okta.SystemLog', 'GitHub.Audit'].map((value) => ({ value, label: value })),
  },
  { name: 'cidrs', label: 'Allowed networks', kind: 'list' },
  { name: 'headers', label: 'Headers', kind: 'keyvalue' },
  { name: 'note', label: 'Note', kind: 'textarea' },
];

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>{children}</div>
    </Card>
  );
}

/** All components on one page, and one table of 100,000 rows. */
export function Gallery() {
  const [tab, setTab] = useState<'parts' | 'table' | 'states'>('parts');
  return (
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <Page title="Components" scroll={tab !== 'table'}>
        <PageHeader
          title="Components"
          docHref="/"
          description="Every component and its states"
          actions={<Button variant="primary">Create New</Button>}
        />
        <Tabs
          label="Gallery"
          items={[
            { id: 'parts', label: 'Parts' },
            { id: 'table', label: 'Table', count: rows.length },
            { id: 'states', label: 'States', count: 2, countTone: 'danger' },
          ]}
          value={tab}
          onChange={setTab}
        />
        {tab === 'parts' && <Parts />}
        {tab === 'table' && <TableSample />}
        {tab === 'states' && <States />}
      </Page>
    </div>
  );
}

function Parts() {
  const confirm = useConfirm();
  const [values, setValues] = useState<FormValues>({ sync: true, types: ['AWS.CloudTrail'] });
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [view, setView] = useState<'tree' | 'raw'>('tree');
  const [on, setOn] = useState(true);
  return (
    <PageBody>
      <Group title="Buttons">
        <Button variant="primary" icon={<IconPlus size={16} stroke={1.5} aria-hidden />}>
          Create New
        </Button>
        <Button variant="primary" keys="mod+S">
          Save
        </Button>
        <Button variant="primary" loading>
          Saving
        </Button>
        <Button disabledReason="You need the permission RuleModify for this. Ask an administrator.">
          Save
        </Button>
        <Button icon={<IconDownload size={16} stroke={1.5} aria-hidden />}>Export</Button>
        <Button variant="quiet">Copy link</Button>
        <Button variant="dashed" icon={<IconPlus size={16} stroke={1.5} aria-hidden />}>
          Add
        </Button>
        <Button
          variant="danger"
          icon={<IconTrash size={16} stroke={1.5} aria-hidden />}
          onClick={() =>
            void confirm({
              title: 'Delete Test',
              message: 'Are you sure you want to delete Key comes too late?',
              danger: true,
            })
          }
        >
          Delete
        </Button>
        <Button size="sm">Run all</Button>
        <Button size="xs">View</Button>
        <Menu
          label="More"
          entries={[
            { label: 'Copy value', keys: 'mod+C' },
            { label: 'Documentation', href: '/' },
            { kind: 'line' },
            { label: 'Edit', disabled: true },
            { label: 'Delete', danger: true, icon: <IconTrash size={16} stroke={1.5} aria-hidden /> },
          ]}
        >
          <IconButton label="More" variant="default">
            <IconDots size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </Menu>
        <SegmentedControl
          label="View"
          options={[
            { value: 'tree', label: 'Tree' },
            { value: 'raw', label: 'Raw' },
          ]}
          value={view}
          onChange={setView}
        />
        <Button onClick={() => toast.success('Copied to clipboard')}>Toast</Button>
        <Button
          onClick={() =>
            toast.error({ title: 'Update password failed.', message: 'The old password is not right.' })
          }
        >
          Failure
        </Button>
        <Button onClick={() => setSheetOpen(true)}>Sheet</Button>
      </Group>
      <Group title="Badges">
        <KindBadge kind="RULE" />
        <KindBadge kind="SCHEDULED_RULE" />
        <KindBadge kind="CORRELATION_RULE" />
        <KindBadge kind="POLICY" />
        <Badge>Managed</Badge>
        <HealthBadge health="healthy" />
        <HealthBadge health="warning" />
        <HealthBadge health="unhealthy" />
        <HealthBadge health="no-data" />
        <Badge tone="accent">Update available</Badge>
        {severities.map((severity) => (
          <SeverityLabel key={severity} severity={severity} />
        ))}
        <StatusLabel status="OPEN" />
        <StatusLabel status="TRIAGED" />
        <StatusLabel status="RESOLVED" />
        <StatusLabel status="CLOSED" />
        <Avatar id="u1" name="Sample Person" size="lg" />
        <Avatar />
        <VendorTile name="S3" size="md" />
        <VendorTile name="Slack" failed />
        <Sparkline values={[1, 4, 2, 8, 5, 7, 0, 3, 9, 4]} label="Alerts in the last 10 days" />
      </Group>
      <Group title="Choices">
        <Checkbox label="On" checked={on} onChange={setOn} />
        <Checkbox label="Mixed" checked={false} mixed onChange={setOn} />
        <Checkbox label="Off" checked={false} onChange={setOn} />
        <Switch label="Switch" checked={on} onChange={setOn} />
        <Switch label="In a table" inTable checked={on} onChange={setOn} />
        <RadioGroup
          label="Kind"
          cards
          value="a"
          onChange={() => undefined}
          options={[
            { value: 'a', label: 'Chosen', help: 'With a line of help' },
            { value: 'b', label: 'Other' },
          ]}
        />
      </Group>
      <Card title="Charts">
        <TimeChart
          label="Alerts by severity"
          kind="bars"
          times={times}
          series={alertSeries}
          height={150}
          onBrush={(from, to) => toast.info(`${from.toISOString()} to ${to.toISOString()}`)}
        />
        <TimeChart label="Events by log type" kind="lines" times={times} series={lineSeries} height={150} />
      </Card>
      <Card title="Event balance">
        <EventBalance minutes={minutes} notes={{ received: '512 per second', failed: '96 lines kept' }} />
      </Card>
      <Card title="Event">
        <JsonTree label="Event" value={event} search="key" />
      </Card>
      <Card title="Schema form">
        <div style={{ maxWidth: 520 }}>
          <SchemaForm
            fields={fields}
            values={values}
            onChange={setValues}
            storedSecrets={['token']}
            errors={{ displayName: 'This field is required' }}
          />
        </div>
      </Card>
      <CodeBlock
        label="Request"
        code={
          'curl -X POST https://console.example/http/5e0c2f4a \\\n  -H "x-secret: …" --data-binary @events.jsonl'
        }
      />
      <SideSheet
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        title="Slack #sec-alerts"
        subtitle="Slack Bot"
        icon={<VendorTile name="Slack" size="md" />}
        firstAction={<Button>Send Test Alert</Button>}
        actions={
          <>
            <Button onClick={() => setSheetOpen(false)}>Cancel</Button>
            <Button variant="primary">Update Destination</Button>
          </>
        }
      >
        <SchemaForm fields={fields} values={values} onChange={setValues} />
      </SideSheet>
    </PageBody>
  );
}

const narrowSample = (row: SampleRow) => (
  <div>
    {row.title}
    <div>
      <SeverityLabel severity={row.severity} />
    </div>
  </div>
);

function TableSample() {
  const selection = useSelection();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string[]>(['HIGH', 'LOW']);
  return (
    <>
      <Toolbar end={<Button>Last 7 days</Button>}>
        <SearchBox label="Search titles" isPageSearch value={text} onChange={setText} />
        <FilterBar
          filters={[
            {
              id: 'severity',
              label: 'Severity',
              options: severities.map((value) => ({ value, label: severityLabels[value] })),
              values: chosen,
              onChange: setChosen,
            },
            {
              id: 'status',
              label: 'Status',
              options: [{ value: 'OPEN', label: 'Open' }],
              values: [],
              onChange: () => undefined,
            },
          ]}
        />
      </Toolbar>
      <DataTable
        label="Samples"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.title}
        sort={{ by: 'at', direction: 'descending' }}
        onSort={() => undefined}
        onResize={() => undefined}
        selection={selection}
        onOpen={(row) => toast.info(row.id)}
        rowMenu={(row) => [{ label: `Open ${row.id}` }, { label: 'Delete', danger: true }]}
        narrowRow={narrowSample}
      >
        <SelectionBar selection={selection} matchCount={rows.length}>
          <Button size="sm">Set status</Button>
          <Button size="sm" variant="primary">
            Apply
          </Button>
        </SelectionBar>
      </DataTable>
    </>
  );
}

function States() {
  return (
    <PageBody>
      <Note title="Couldn't load your events" tone="danger" action={<Button size="sm">Try again</Button>}>
        There was an error when performing your request, please contact support
      </Note>
      <Note tone="warning">
        This rule is currently disabled. Please enable for the Correlation Rule to work.
      </Note>
      <Note>Dropdown selection not in use because query text contains an override</Note>
      <Note tone="success">
        Filters and unit test “Alert Test” have been successfully saved to your detection.
      </Note>
      <Card title="Loading">
        <SkeletonLines />
      </Card>
      <Card title="No results">
        <NoResults what="alert" filterCount={3} onClear={() => undefined} />
      </Card>
      <Card title="A panel that failed">
        <FailedState
          title="Something went wrong and we could not correctly display this content"
          message="The rest of the page works. Reported as 7f3d1c52."
          onRetry={() => undefined}
        />
      </Card>
      <Card title="Long work">
        <Progress
          label="Replay"
          share={0.62}
          text="11.4 M of 18.4 M events, 2 alerts so far"
          remaining="about 25 s left"
        />
      </Card>
      <EmptyState
        title="No alerts yet"
        steps={[
          { title: 'Add a log source', text: 'One is connected', done: true },
          {
            title: 'Enable detection packs',
            text: '18 packs match your log types',
            done: false,
            action: (
              <Button size="sm" variant="primary">
                Browse packs
              </Button>
            ),
          },
        ]}
      >
        Add sources and enable detection packs.
      </EmptyState>
    </PageBody>
  );
}
