import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { nextSort } from './column.ts';
import type { Column } from './column.ts';
import { readPreferences } from './column-preferences.ts';
import { DataTable } from './data-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { rangeBetween, useSelection } from './selection.ts';

interface Row {
  id: string;
  name: string;
}
const rows: Row[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `Row ${id}` }));
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', width: '1fr', sortable: true, cell: (row) => row.name },
];

function Sample(props: {
  onOpen?: (row: Row) => void;
  onSort?: (id: string) => void;
  rows?: Row[] | undefined;
  total?: number;
}) {
  const selection = useSelection();
  return (
    <DataTable
      label="Rows"
      columns={columns}
      rows={'rows' in props ? props.rows : rows}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      sort={{ by: 'name', direction: 'ascending' }}
      onSort={props.onSort ?? (() => undefined)}
      selection={selection}
      {...(props.onOpen ? { onOpen: props.onOpen } : {})}
      empty={<div>No Results</div>}
    >
      <SelectionBar selection={selection} matchCount={props.total ?? rows.length}>
        <span />
      </SelectionBar>
    </DataTable>
  );
}
const selectedRows = () => screen.getAllByRole('row', { selected: true }).map((row) => row.textContent);

describe('data table', () => {
  it('opens by click and by keyboard', async () => {
    const onOpen = vi.fn();
    await renderInApp(<Sample onOpen={onOpen} />);
    await userEvent.click(screen.getByText('Row b'));
    expect(onOpen).toHaveBeenLastCalledWith(rows[1]);
    screen.getByRole('grid', { name: 'Rows' }).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onOpen).toHaveBeenLastCalledWith(rows[2]);
    await userEvent.keyboard('{Home}{Enter}');
    expect(onOpen).toHaveBeenLastCalledWith(rows[0]);
  });

  it('is a list of links where rows open pages, and leaves new tabs to the browser', async () => {
    const open = vi.spyOn(window, 'open').mockImplementation(() => null);
    const onOpen = vi.fn();
    const pages: Column<Row>[] = [...columns, { id: 'size', header: 'Size', width: '1fr', cell: () => '7' }];
    const { history } = await renderInApp(
      <DataTable
        label="Rows"
        columns={pages}
        rows={rows}
        rowId={(row) => row.id}
        rowLink={(row) => ({ to: `/things/${row.id}/` })}
        onOpen={onOpen}
      />,
    );
    const link = screen.getByRole('link', { name: 'Row b' });
    expect(link.getAttribute('href')).toBe('/things/b');
    const person = userEvent.setup();
    await person.keyboard('{Control>}');
    await person.click(within(screen.getAllByRole('row')[2]!).getByText('7'));
    await person.keyboard('{/Control}');
    expect(open).toHaveBeenCalledWith('/things/b', '_blank', 'noopener');
    await person.pointer({
      keys: '[MouseMiddle]',
      target: within(screen.getAllByRole('row')[1]!).getByText('7'),
    });
    expect(open).toHaveBeenLastCalledWith('/things/a', '_blank', 'noopener');
    expect(onOpen).not.toHaveBeenCalled();
    expect(history.location.pathname).toBe('/');
    await person.click(link);
    expect(onOpen).toHaveBeenCalledWith(rows[1]);
  });

  it('opens the page of a row where nothing else is said', async () => {
    const { history } = await renderInApp(
      <DataTable
        label="Rows"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLink={(row) => ({ to: `/things/${row.id}/` })}
      />,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Row c' }));
    expect(history.location.pathname).toBe('/things/c');
  });

  it('offers what can be done with a value, under the pointer and by keyboard', async () => {
    const done: string[] = [];
    const two: Column<Row>[] = [...columns, { id: 'id', header: 'Id', width: '1fr', cell: (row) => row.id }];
    await renderInApp(
      <DataTable
        label="Rows"
        columns={two}
        rows={rows}
        rowId={(row) => row.id}
        cellActions={(row, column) => ({
          label: `${column} ${row.id}`,
          keep: () => done.push(`keep ${column} ${row.id}`),
          leaveOut: () => done.push(`leave out ${column} ${row.id}`),
          copy: () => done.push(`copy ${column} ${row.id}`),
          menu: () => [{ label: 'Around', onSelect: () => done.push(`around ${column} ${row.id}`) }],
        })}
      />,
    );
    await userEvent.hover(screen.getByText('Row b'));
    const toolbar = await screen.findByRole('toolbar', { name: 'Actions for name b' });
    await userEvent.click(within(toolbar).getByRole('button', { name: 'Only name b' }));
    screen.getByRole('grid').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}-');
    await userEvent.keyboard('{ArrowDown}{ArrowRight}c{ArrowLeft}');
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Shift>}{F10}{/Shift}');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Around' }));
    await userEvent.pointer({ keys: '[MouseRight]', target: screen.getByText('Row d') });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Around' }));
    expect(done).toEqual(['keep name b', 'leave out id a', 'copy name b', 'around name c', 'around name d']);
  });

  it('has a menu at the head of a column, and keeps pinned ones at the left', async () => {
    const hidden: string[] = [];
    const two: Column<Row>[] = [
      { id: 'id', header: 'Id', width: '60px', cell: (row) => row.id, isPinned: true },
      { ...columns[0]!, width: '200px', isPinned: true },
      { id: 'size', header: 'Size', width: '1fr', cell: () => '7' },
    ];
    await renderInApp(
      <DataTable
        label="Rows"
        columns={two}
        rows={rows}
        rowId={(row) => row.id}
        headMenu={(id) => [{ label: 'Hide', onSelect: () => hidden.push(id) }]}
      />,
    );
    const heads = screen.getAllByRole('columnheader');
    expect(heads.map(({ style }) => style.left)).toEqual(['0px', '60px', '']);
    await userEvent.pointer({ keys: '[MouseRight]', target: heads[1]! });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }));
    await userEvent.click(screen.getByRole('button', { name: 'Menu of Size' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }));
    expect(hidden).toEqual(['name', 'size']);
  });

  it('selects with Space, ranges with Shift, and does not open by that', async () => {
    const onOpen = vi.fn();
    await renderInApp(<Sample onOpen={onOpen} />);
    screen.getByRole('grid').focus();
    await userEvent.keyboard('{ArrowDown} ');
    expect(selectedRows()).toEqual(['Row a']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(selectedRows()).toEqual(['Row a', 'Row b', 'Row c']);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('moves with j and k and selects with x from anywhere on the page', async () => {
    await renderInApp(<Sample />);
    await userEvent.keyboard('jjx');
    expect(selectedRows()).toEqual(['Row b']);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryAllByRole('row', { selected: true })).toEqual([]);
  });

  it('offers everything that matches the search, once rows are selected', async () => {
    await renderInApp(<Sample total={1234} />);
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Row a' }));
    const bar = within(screen.getByRole('region', { name: 'Selection' }));
    expect(bar.getByText('1 Selected')).toBeDefined();
    await userEvent.click(bar.getByRole('button', { name: 'Select all 1,234 that match this search' }));
    expect(bar.getByText('1,234 Selected')).toBeDefined();
    await userEvent.click(bar.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  });

  it('announces and reports sorting', async () => {
    const onSort = vi.fn();
    await renderInApp(<Sample onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSort).toHaveBeenCalledWith('name');
  });

  it('keeps the geometry while loading and has a place for nothing', async () => {
    const loading = await renderInApp(<Sample rows={undefined} />);
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    loading.unmount();
    await renderInApp(<Sample rows={[]} />);
    expect(screen.getByText('No Results')).toBeDefined();
  });

  it('has nothing in its grid but rows, and is no stop of Tab without any', async () => {
    await renderInApp(<Sample rows={[]} />);
    const grid = screen.getByRole('grid', { name: 'Rows' });
    expect([...grid.children].map((child) => child.getAttribute('role'))).toEqual(['row']);
    expect(grid.contains(screen.getByText('No Results'))).toBe(false);
    expect(grid.tabIndex).toBe(-1);
  });
});

describe('table state', () => {
  it('turns the same column round and starts another as told', () => {
    expect(nextSort({ by: 'a', direction: 'ascending' }, 'a')).toEqual({ by: 'a', direction: 'descending' });
    expect(nextSort({ by: 'a', direction: 'ascending' }, 'b', 'descending')).toEqual({
      by: 'b',
      direction: 'descending',
    });
  });

  it('finds the range in both directions', () => {
    expect(rangeBetween(['a', 'b', 'c'], 'c', 'a')).toEqual(['a', 'b', 'c']);
    expect(rangeBetween(['a', 'b', 'c'], 'gone', 'b')).toEqual(['b']);
  });

  it('takes only well-formed preferences', () => {
    expect(readPreferences('{"order":["b"],"hidden":"x","widths":{"a":80,"b":"wide"}}')).toEqual({
      order: ['b'],
      hidden: [],
      widths: { a: 80 },
    });
    expect(readPreferences('not json')).toEqual({ order: [], hidden: [], widths: {} });
  });
});
