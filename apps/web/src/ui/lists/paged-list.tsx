import type { ReactNode } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../inputs/button.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Filter } from './filter-bar.tsx';
import { Pager } from './pager.tsx';
import { BusyBar, EmptyState, FailedState, NoResults } from '../layout/states.tsx';
import { nextSort } from '../table/column.ts';
import type { Sort } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import type { DataTableProps } from '../table/data-table.tsx';
import { SearchBox, Toolbar } from '../layout/toolbar.tsx';
import { pageSizes } from '../../lib/page-sizes.ts';

/** Rows of a page. */
export const pageSize = pageSizes.list;

/** What the address of every paged list holds, beside its filters. */
export interface PagedAddress<By extends string> {
  /** From 1. */
  page: number;
  sortBy: By;
  sortDir: Sort['direction'];
  search?: string | undefined;
}

type FromTable =
  | 'columns'
  | 'rowId'
  | 'rowLabel'
  | 'rowLink'
  | 'rowMenu'
  | 'narrowRow'
  | 'rowHeight'
  | 'activeId'
  | 'selection'
  | 'children';

export interface PagedListProps<Row, By extends string, Address extends PagedAddress<By>> extends Pick<
  DataTableProps<Row>,
  FromTable
> {
  /** What is listed: "data model", "data models". */
  one: string;
  many: string;
  address: Address;
  onAddress: (change: Partial<Address>) => void;
  /** The columns that sort; those that begin with their smallest value are named apart. */
  sorts: readonly By[];
  ascendingFirst: readonly By[];
  searchLabel: string;
  /** Before the search box: what it looks in. */
  start?: ReactNode;
  filters?: readonly Filter[];
  /** At the right end of the toolbar. */
  end?: ReactNode;
  query: { isError: boolean; error: unknown; refetch: () => unknown; isPlaceholderData: boolean };
  /** Of this page; undefined while the first one loads. */
  rows: readonly Row[] | undefined;
  totalCount: number | undefined;
  /** In place of rows where there is none at all. */
  whenNone: ReactNode;
}

/** A list of the server, a page at a time: search, filters, order and page are the address's. */
export function PagedList<Row, By extends string, Address extends PagedAddress<By>>(
  props: PagedListProps<Row, By, Address>,
) {
  const { one, many, address, onAddress, sorts, filters = [], query, rows, totalCount, ...rest } = props;
  const { ascendingFirst, searchLabel, start, end, whenNone, ...table } = rest;
  const { page, sortBy, sortDir, search } = address;
  const label = many.charAt(0).toUpperCase() + many.slice(1);
  const filterCount = (search ? 1 : 0) + filters.filter(({ values }) => values.length > 0).length;
  // Filters and order restart the list. Every key below is one of a list's address.
  const change = (next: Partial<PagedAddress<By>>) => onAddress({ page: 1, ...next } as Partial<Address>);
  const clear = () =>
    change({ search: undefined, ...Object.fromEntries(filters.map(({ id }) => [id, undefined])) });
  return (
    <>
      <Toolbar end={end}>
        {start}
        <SearchBox
          label={searchLabel}
          isPageSearch
          value={search ?? ''}
          onChange={(text) => change({ search: text || undefined })}
        />
        {filters.length > 0 && <FilterBar filters={filters} onClear={clear} />}
      </Toolbar>
      <BusyBar isBusy={query.isPlaceholderData} />
      <DataTable<Row>
        {...table}
        label={label}
        rows={query.isError ? [] : rows}
        {...(totalCount === undefined ? {} : { totalCount })}
        sort={{ by: sortBy, direction: sortDir }}
        onSort={(column) => {
          const by = sorts.find((sort) => sort === column);
          if (by === undefined) return;
          const first = ascendingFirst.includes(by) ? 'ascending' : 'descending';
          change({ sortBy: by, sortDir: nextSort({ by: sortBy, direction: sortDir }, by, first).direction });
        }}
        skeletonRows={pageSize}
        empty={
          query.isError ? (
            <FailedState
              title={`The ${many} could not be loaded`}
              message={failureText(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : filterCount > 0 ? (
            <NoResults what={one} filterCount={filterCount} onClear={clear} />
          ) : page > 1 ? (
            <EmptyState
              title={`There is no page ${page}`}
              action={<Button onClick={() => change({})}>First page</Button>}
            >
              {`The list of ${many} ends before it.`}
            </EmptyState>
          ) : (
            whenNone
          )
        }
      />
      {totalCount !== 0 && (
        <Pager
          label={many}
          page={page}
          pageSize={pageSize}
          totalCount={totalCount}
          onPage={(next) => onAddress({ page: next } as Partial<Address>)}
        />
      )}
    </>
  );
}
