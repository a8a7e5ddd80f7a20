import { expect, it, vi } from 'vitest';
import { headMenuOf } from './head-menu.ts';

const columnsWith = (names: string[], pinned: string[]) => ({
  columns: names,
  widths: {},
  pinned,
  add: vi.fn(),
  remove: vi.fn(),
  move: vi.fn(),
  resize: vi.fn(),
  pin: vi.fn(),
  choose: vi.fn(),
  reset: vi.fn(),
});
const entryOf = (entries: ReturnType<typeof headMenuOf>, label: string) => {
  const entry = entries.find((one) => 'label' in one && one.label === label);
  if (!entry || entry.kind === 'heading' || entry.kind === 'line') throw new Error(`no entry ${label}`);
  return entry;
};

it('moves a column by one place, pinned ones among themselves', () => {
  const columns = columnsWith(['time', 'a', 'b', 'c'], ['time']);
  const menu = headMenuOf('b', columns, undefined);
  entryOf(menu, 'Move left').onSelect?.();
  expect(columns.move).toHaveBeenLastCalledWith('b', 'a');
  entryOf(menu, 'Move right').onSelect?.();
  expect(columns.move).toHaveBeenLastCalledWith('b', undefined);
  expect(entryOf(headMenuOf('a', columns, undefined), 'Move left').reason).toBe('It is the first already');
  expect(entryOf(headMenuOf('time', columns, undefined), 'Move right').reason).toBe('It is the last already');
});

it('pins, hides, and sorts by time alone', () => {
  const columns = columnsWith(['p_event_time', 'a'], []);
  const turn = vi.fn();
  const menu = headMenuOf('p_event_time', columns, { direction: 'descending', turn });
  expect(entryOf(menu, 'Sort descending').selected).toBe(true);
  entryOf(menu, 'Sort ascending').onSelect?.();
  expect(turn).toHaveBeenCalledOnce();
  entryOf(menu, 'Pin left').onSelect?.();
  expect(columns.pin).toHaveBeenCalledWith('p_event_time', true);
  const other = headMenuOf('a', columns, { direction: 'descending', turn });
  expect(entryOf(other, 'Sort ascending').reason).toContain('in the order of their time');
  entryOf(other, 'Hide').onSelect?.();
  expect(columns.remove).toHaveBeenCalledWith('a');
  const alone = columnsWith(['a'], []);
  expect(entryOf(headMenuOf('a', alone, undefined), 'Hide').reason).toBe('The table needs one column');
});
