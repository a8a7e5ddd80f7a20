import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { finishedSearch } from '../../../testing/finished-search.ts';
import { answerPart, events, open, server } from '../testing.ts';
import type { Part } from '../testing.ts';

beforeEach(() => localStorage.clear());

const hours = Array.from({ length: 3 }, (_, hour) => ({
  hour: `2026-11-20 0${hour}:00:00.000000000`,
  p_log_type: 'AWS.CloudTrail',
  events: 10 * (hour + 1),
}));
const types = { hour: 'timestamp', p_log_type: 'string', events: 'bigint' };

/** Rows of a chart come in two pages. */
function answerChart(part: Part): unknown {
  if (part.component !== 'visualization') return answerPart(part);
  const page = finishedSearch(part.cursor ? hours.slice(2) : hours.slice(0, 2), types);
  const pageInfo = part.cursor
    ? { hasNextPage: false, endCursor: null }
    : { hasNextPage: true, endCursor: 'next' };
  return { ...page, results: { ...page.results, pageInfo } };
}

const asksForChart = {
  annotations: {
    visualize: true,
    chart: { chart: 'bar' as const, ycolumns: ['events'], xcolumn: 'hour', title: 'By hour' },
  },
  userConfig: null,
};
const plain = { annotations: { visualize: false, chart: null }, userConfig: null };
const componentsOf = (fake: ReturnType<typeof server>) => fake.parts.map((part) => part.component);
const sqlAddress = '/investigate/search/?mode=sql&q=select+1&queryId=q7';

describe('views of the results', () => {
  it('[001-1.3] [001-2.15] are the table and a chart, named by the address', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?timeFrame=Last24Hours', fake);
    await screen.findByText('GetObject', { selector: '[role=gridcell]' });
    expect(screen.getByRole('region', { name: 'Timeline' })).toBeDefined();
    expect(screen.getByRole('button', { name: /string Log Type/ })).toBeDefined();
    await userEvent.click(screen.getByRole('tab', { name: 'Visualizations' }));
    expect(
      await screen.findByRole('heading', { name: 'events by p_event_time and p_log_type' }),
    ).toBeDefined();
    expect(address()).toContain('view=visualizations');
    expect(screen.queryByRole('grid', { name: 'Results' })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: /^Results/ }));
    expect(await screen.findByText('GetObject', { selector: '[role=gridcell]' })).toBeDefined();
    expect(address()).toContain('view=results');
  });

  it('tell an event from the match, the signal and the error that detections made of it', async () => {
    const event = events[0]!;
    const made = { ...event, p_rule_id: 'S3.Read' };
    const rows = [event, { ...made, p_alert_id: 'a1' }, made, { ...made, p_rule_error: 'KeyError: x' }];
    const types = { p_event_time: 'timestamp', p_log_type: 'string', eventName: 'string' };
    const answer = (part: Part) =>
      part.component.startsWith('details') ? finishedSearch(rows, types) : answerPart(part);
    await open('/investigate/search/?timeFrame=Last24Hours', server(answer));
    expect((await screen.findByText('Match')).title).toBe('Made by S3.Read');
    const cells = within(screen.getByRole('grid', { name: 'Results' }))
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent)
      .filter((text) => text.startsWith('AWS'));
    expect(cells).toEqual([
      'AWS.CloudTrail',
      'AWS.CloudTrailMatch',
      'AWS.CloudTrailSignal',
      'AWS.CloudTrailError',
    ]);
  });

  it('[001-4.13] a query that asks for a chart has its rows fetched page by page, and nothing else', async () => {
    const fake = server(answerChart, asksForChart);
    await open(sqlAddress, fake);
    expect(await screen.findByRole('heading', { name: 'By hour' })).toBeDefined();
    expect(fake.parts.map(({ component, cursor }) => [component, cursor])).toEqual([
      ['visualization', undefined],
      ['visualization', 'next'],
    ]);
    expect(screen.getByText('3 rows')).toBeDefined();
    expect(screen.getByText(/Changes here are kept with the search/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show table' }));
    const table = screen.getByRole('grid', { name: 'Data of the chart' });
    expect(
      within(table)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    ).toEqual([
      'Nov 20, 2026, 00:00:00 UTC',
      '10',
      'Nov 20, 2026, 01:00:00 UTC',
      '20',
      'Nov 20, 2026, 02:00:00 UTC',
      '30',
    ]);
    await userEvent.click(screen.getByRole('tab', { name: /^Results/ }));
    await waitFor(() => expect(componentsOf(fake)).toContain('detailsDescending'));
  });

  it('[001-2.63] [001-7.9] the chart limit turns between 5 and 25, and what is chosen is kept with the search', async () => {
    const fake = server(answerChart, plain);
    await open(`${sqlAddress}&view=visualizations`, fake);
    await screen.findByRole('heading', { name: 'events by hour and p_log_type' });
    const limits = screen.getByRole('radiogroup', { name: 'Groups shown' });
    expect(within(limits).getByLabelText<HTMLInputElement>('5').checked).toBe(true);
    await userEvent.click(within(limits).getByLabelText('25'));
    await userEvent.click(screen.getByRole('switch', { name: 'Logarithmic scale' }));
    const kept = {
      queryId: 'q7',
      chartProperties: [
        expect.objectContaining({ order: 0, propertyId: 'hour', role: 'x', limit: 25, isLogarithmic: true }),
        expect.objectContaining({ order: 1, propertyId: 'p_log_type', role: 'series' }),
        expect.objectContaining({ order: 2, propertyId: 'events', role: 'y' }),
      ],
    };
    await waitFor(() => expect(fake.configs.at(-1)).toEqual(kept));
  });

  it('says when there is nothing to draw, and when the rows could not be read', async () => {
    const words = server(
      (part) =>
        part.component === 'visualization'
          ? finishedSearch([{ who: 'ana' }], { who: 'string' })
          : answerPart(part),
      plain,
    );
    const { unmount } = await open(`${sqlAddress}&view=visualizations`, words);
    expect(await screen.findByText('Nothing to draw')).toBeDefined();
    unmount();
    const broken = server(
      (part) =>
        part.component === 'visualization'
          ? { ...finishedSearch([], {}), status: 'failed', message: 'The table is gone.', results: null }
          : answerPart(part),
      plain,
    );
    await open(`${sqlAddress}&view=visualizations`, broken);
    expect(await screen.findByText('The table is gone.')).toBeDefined();
  });
});

describe('columns of the results', () => {
  const kept = (...names: string[]) => ({
    ...plain,
    userConfig: {
      chartProperties: [],
      tableProperties: names.map((propertyId, order) => ({ order, propertyId })),
    },
  });
  const heads = () =>
    within(screen.getByRole('grid', { name: 'Results' }))
      .getAllByRole('columnheader')
      .map((head) => head.textContent);

  it('are those kept with the search, whatever this browser is used to', async () => {
    const fake = server(answerPart, kept('eventName', 'p_log_type'));
    await open('/investigate/search/?queryId=old', fake);
    await screen.findByText('GetObject', { selector: '[role=gridcell]' });
    await waitFor(() => expect(heads()).toEqual(['eventName', 'Log Type']));
    const section = screen.getByRole('region', { name: 'In this table' });
    await userEvent.click(within(section).getByRole('button', { name: /eventName/ }));
    await userEvent.click(within(section).getAllByRole('button', { name: 'Column' })[0]!);
    await waitFor(() => expect(fake.configs).toHaveLength(1));
    expect(fake.configs[0]).toEqual({
      queryId: 'old',
      tableProperties: [{ order: 0, propertyId: 'p_log_type' }],
    });
  });

  it('[001-7.34] go along when the same search is run again, not to another one', async () => {
    const fake = server(answerPart, kept('eventName'));
    await open('/investigate/search/?queryId=old&q=report', fake);
    await screen.findByText('GetObject', { selector: '[role=gridcell]' });
    await userEvent.click(screen.getByRole('button', { name: /Run/ }));
    await waitFor(() => expect(fake.started).toMatchObject([{ copyUserConfigQueryId: 'old' }]));
    await userEvent.click(screen.getByRole('radio', { name: 'SQL' }));
    const texts = await open('/investigate/search/?mode=sql&q=select+1', fake);
    await waitFor(() => expect(fake.started).toHaveLength(2));
    expect(fake.started[1]?.copyUserConfigQueryId).toBeUndefined();
    texts.unmount();
  });

  it('[001-2.16] show compact or detailed rows, remembered in this browser', async () => {
    const { unmount } = await open('/investigate/search/?queryId=old', server());
    await screen.findByText('GetObject', { selector: '[role=gridcell]' });
    await userEvent.click(screen.getByLabelText('Detailed'));
    expect(heads()).toEqual(['Event Time', 'Event']);
    const [pair] = screen.getAllByText(/eventName/, { selector: '[role=gridcell] *' });
    // Each pair has the menu that its value has everywhere.
    fireEvent.contextMenu(pair!);
    const menu = await screen.findByRole('menu', { name: 'Value eventName GetObject' });
    expect(within(menu).getByRole('menuitem', { name: 'Add to search' })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    unmount();
    await open('/investigate/search/?queryId=old', server());
    await waitFor(() => expect(heads()).toEqual(['Event Time', 'Event']));
    await userEvent.click(screen.getByLabelText('Compact'));
    expect(heads()).toContain('Log Type');
  });
});

describe('the flow of a search', () => {
  const running = { ...finishedSearch([], {}), status: 'running', results: null };

  it('[001-4.24] is loading while anything runs, and [001-4.25] takes the next page only when nothing does', async () => {
    let isCounted = false;
    const many = finishedSearch(events, { p_event_time: 'timestamp', eventName: 'string' });
    const fake = server((part) => {
      if (part.component === 'timeline' && !isCounted) return running;
      if (part.component !== 'detailsDescending') return answerPart(part);
      const isFirst = part.cursor === undefined;
      const pageInfo = { hasNextPage: isFirst, endCursor: isFirst ? 'next' : null };
      const edges = many.results.edges.map((edge) => ({ ...edge, id: `${edge.id} ${part.cursor ?? ''}` }));
      return { ...many, results: { ...many.results, edges, pageInfo } };
    });
    await open('/investigate/search/?queryId=old', fake);
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBeDefined();
    expect(componentsOf(fake)).not.toContain('detailsDescending');
    isCounted = true;
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull(), {
      timeout: 3000,
    });
    const cursors = () =>
      fake.parts.filter((part) => part.component === 'detailsDescending').map((part) => part.cursor);
    await waitFor(() => expect(cursors()).toEqual([undefined, 'next']));
  });

  it('says nothing of a search that was cancelled elsewhere', async () => {
    const fake = server(() => ({ ...running, status: 'cancelled', message: 'The search was cancelled.' }));
    await open('/investigate/search/?queryId=old', fake);
    await waitFor(() => expect(fake.parts.length).toBeGreaterThan(0));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
    expect(screen.queryByText(/The search failed/)).toBeNull();
    expect(screen.queryByText('The search was cancelled.')).toBeNull();
  });

  it('[001-2.53] names the time range, or that all time is meant, over the timeline', async () => {
    const { unmount } = await open('/investigate/search/?queryId=old&timeFrame=AllTime', server());
    expect(await screen.findByRole('heading', { name: 'All time' })).toBeDefined();
    unmount();
    const ranged = await open('/investigate/search/?queryId=old', server());
    expect(
      await screen.findByRole('heading', { name: 'Nov 20, 2026, 09:11:00 UTC – Nov 20, 2026, 09:32:00 UTC' }),
    ).toBeDefined();
    ranged.unmount();
    const openEnded = server((part) =>
      part.component === 'timeline'
        ? finishedSearch(
            [{ bucket: '2026-11-20T09:30:00.000Z', series: 'A', count: 2 }],
            { bucketSeconds: 60 },
            2,
          )
        : answerPart(part),
    );
    await open('/investigate/search/?queryId=old', openEnded);
    expect(await screen.findByRole('heading', { name: 'Events per Log Type' })).toBeDefined();
  });

  it("[001-2.58] writes 'Query Time' in milliseconds under a second, then in minutes and seconds", async () => {
    const taking = (executionTime: number) =>
      server((part) => {
        const answer = answerPart(part) as ReturnType<typeof finishedSearch>; // as testing.ts makes it
        const stats = { ...answer.results.stats, executionTime };
        return { ...answer, results: { ...answer.results, stats } };
      });
    const words = async (executionTime: number) => {
      const { unmount } = await open('/investigate/search/?queryId=old', taking(executionTime));
      const found = await screen.findByText(/^Query Time/, { selector: 'header span' });
      const { textContent } = found;
      unmount();
      return textContent;
    };
    // The time of the timeline and of the first rows.
    expect(await words(499)).toBe('Query Time 998 ms');
    expect(await words(500)).toBe('Query Time 1 s');
    expect(await words(65_000)).toBe('Query Time 2 min 10 s');
  });

  it("[001-2.57] reads 'Loading schema properties...' until fields are known", async () => {
    const fake = server((part) => (part.component === 'timeline' ? answerPart(part) : running));
    await open('/investigate/search/?queryId=old', fake);
    expect(await screen.findByRole('status', { name: 'Loading schema properties...' })).toBeDefined();
  });
});
