import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { Pager, pagesAround } from './pager.tsx';

describe('pager', () => {
  it('offers the first, the last and the neighbours, and closes gaps of one', () => {
    expect(pagesAround(1, 1)).toEqual([1]);
    expect(pagesAround(1, 3)).toEqual([1, 2, 3]);
    expect(pagesAround(4, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(pagesAround(9, 18)).toEqual([1, 0, 8, 9, 10, 0, 18]);
  });
  it('says which rows these are and turns the page by click and key', async () => {
    const onPage = vi.fn();
    await renderInApp(<Pager label="things" page={2} pageSize={25} totalCount={1051} onPage={onPage} />);
    expect(screen.getByText('26–50 of 1,051')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Page 43' }));
    await userEvent.keyboard(']');
    expect(onPage.mock.calls).toEqual([[43], [3]]);
  });
  it('keeps quiet about rows that are not there', async () => {
    await renderInApp(
      <Pager label="things" page={9} pageSize={25} totalCount={3} onPage={() => undefined} />,
    );
    expect(screen.queryByText(/of 3/)).toBeNull();
  });
});
