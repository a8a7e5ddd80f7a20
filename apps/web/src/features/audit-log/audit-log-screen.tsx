import { useState } from 'react';
import { documentation } from '../../lib/documentation.ts';
import { formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { IconDownload, IconShield } from '../../ui/icons.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { auditFilters } from './audit-filters.ts';
import { filterCount, filterOf } from './audit-search.ts';
import type { AuditFilter, AuditSearch } from './audit-search.ts';
import { ChainFault, ChainLine } from './chain-state.tsx';
import { EntryList } from './entry-list.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import {
  useAuditActions,
  useAuditChain,
  useAuditLog,
  useExportAuditLog,
  useVerifyAuditLog,
} from './queries.ts';
import type { AuditEntry } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

export interface AuditLogScreenProps {
  search: AuditSearch;
  onSearch: (change: Partial<AuditSearch>) => void;
}

/** What everybody did and read, and whether the log is still as it was written. */
export function AuditLogScreen({ search, onSearch }: AuditLogScreenProps) {
  const filter = filterOf(search);
  const log = useAuditLog(filter);
  const actions = useAuditActions();
  const { data: chain } = useAuditChain();
  const [opened, setOpened] = useState<AuditEntry>();
  const clear = () =>
    onSearch({ search: undefined, action: undefined, result: undefined, actor: undefined, ip: undefined });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page title="Audit Log">
      <PageHeader
        title="Audit Log"
        docHref={documentation.auditLog}
        description={<ChainLine chain={chain} />}
        actions={
          <>
            <Export filter={filter} />
            <Verify />
          </>
        }
      />
      <ChainFault chain={chain} />
      <Toolbar>
        <SearchBox
          label="Search actions, objects"
          isPageSearch
          value={search.search ?? ''}
          onChange={(text) => onSearch({ search: text || undefined })}
        />
        <FilterBar
          filters={auditFilters(search, { actions: actions.data ?? [], entries }, onSearch)}
          onClear={clear}
        />
      </Toolbar>
      <EntryList
        log={log}
        filterCount={filterCount(search)}
        onClear={clear}
        activeId={opened?.id}
        onOpen={setOpened}
      />
      {opened && (
        <EntrySheet
          key={opened.id}
          entry={opened}
          onActor={(actor) => onSearch({ actor })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
}

function Verify() {
  const verify = useVerifyAuditLog();
  const run = () =>
    verify.mutate(undefined, {
      onSuccess: ({ entries, fault }) => {
        if (fault === null) toast.success(`All ${formatCount(entries)} entries are as they were written`);
        else
          toast.error({
            title: `Entry number ${formatCount(fault.position)} is not as it was written`,
            message: fault.reason,
          });
      },
      onError: (error) =>
        toast.error({ title: 'The audit log could not be verified', message: failureText(error) }),
    });
  return (
    <Button icon={<IconShield {...icon} />} loading={verify.isPending} onClick={run}>
      Verify chain
    </Button>
  );
}

function Export({ filter }: { filter: AuditFilter }) {
  const download = useExportAuditLog();
  const run = (format: 'csv' | 'jsonl') =>
    download.mutate(
      { format, filter },
      {
        onSuccess: (url) => window.location.assign(url),
        onError: (error) =>
          toast.error({ title: 'The audit log could not be exported', message: failureText(error) }),
      },
    );
  return (
    <Menu
      label="Export"
      position="bottom-end"
      entries={[
        { label: 'CSV', onSelect: () => run('csv') },
        { label: 'JSON lines', onSelect: () => run('jsonl') },
      ]}
    >
      <Button icon={<IconDownload {...icon} />} loading={download.isPending}>
        Export
      </Button>
    </Menu>
  );
}
