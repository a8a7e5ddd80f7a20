import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadFlowEngine } from '../../../../editor/pantherflow/load-engine.ts';
import { setErrorSink } from '../../../../lib/report-error.ts';
import { toast } from '../../../../ui/overlays/toast.ts';
import { overrideText } from './flow-sync.ts';
import { open, server } from '../../testing.ts';

const pathOf = (params: Record<string, string>) =>
  `/investigate/search/?${new URLSearchParams(params).toString()}`;
/** An opened search, so that nothing runs by itself. */
const openText = (q: string, fake = server(), more: Record<string, string> = {}) =>
  open(pathOf({ mode: 'pantherflow', q, queryId: 'old', ...more }), fake);
const editor = () => screen.findByRole('textbox', { name: 'PantherFlow' });
const words = async () => (await editor()).textContent;

beforeEach(() => localStorage.clear());

describe('PantherFlow in the search', () => {
  it('[001-1.2] [001-2.41] [001-2.42] is one of three modes, and runs the text of the address', async () => {
    const fake = server();
    await open(pathOf({ mode: 'pantherflow', q: 'aws_cloudtrail | limit 5' }), fake);
    await waitFor(() =>
      expect(fake.started).toMatchObject([{ language: 'pantherflow', filters: 'aws_cloudtrail | limit 5' }]),
    );
    expect(await screen.findByText('GetObject', { selector: '[role=gridcell]' })).toBeDefined();
    for (const name of ['Search', 'PantherFlow', 'SQL'])
      expect(screen.getByRole('radio', { name })).toBeDefined();
  });

  it('[001-2.43] [001-2.45] shows the tables of the text in the form, with a warning', async () => {
    const { address } = await openText('union panther_logs.public.okta_systemlog');
    const tables = await screen.findByRole('button', {
      name: /^Search Tables \(optional\)\s*Okta.SystemLog/,
    });
    expect(tables.textContent).toContain('Okta.SystemLog');
    expect(await screen.findAllByRole('img', { name: overrideText })).toHaveLength(2);
    await waitFor(() =>
      expect(decodeURIComponent(address())).toContain('tables[]=panther_logs.okta_systemlog'),
    );
    // A text without times reads everything.
    expect(screen.getByRole('button', { name: 'Time frame All time' })).toBeDefined();
  });

  it('[001-2.45] shows a check where the text leaves the tables to the form', async () => {
    const fake = server();
    await openText('| limit 3', fake, { 'tables[]': 'panther_logs.okta_systemlog' });
    expect(await screen.findAllByRole('img', { name: 'Dropdown selection in use' })).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: /^Run/ }));
    await waitFor(() =>
      expect(fake.started).toMatchObject([
        { filters: '| limit 3', tables: ['panther_logs.okta_systemlog'], relativeTime: 'PT20M' },
      ]),
    );
  });

  it('[001-2.43] writes what is chosen in the form into the text', async () => {
    await openText('union panther_logs.public.* | limit 3');
    await screen.findAllByRole('img', { name: overrideText });
    await userEvent.click(screen.getByRole('button', { name: /^Search Tables/ }));
    await userEvent.click(await screen.findByRole('option', { name: /okta_systemlog/ }));
    await waitFor(async () =>
      expect(await words()).toContain('union panther_logs.public.okta_systemlog | limit 3'),
    );
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: /^Time frame/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Last 24 hours' }));
    await waitFor(async () =>
      expect(await words()).toContain(
        'union panther_logs.public.okta_systemlog | where p_event_time > time.ago(1d) | limit 3',
      ),
    );
  });

  it('[001-2.44] leaves the form alone where the sync is off', async () => {
    const fake = server();
    fake.flags.clear();
    await openText('union panther_logs.public.okta_systemlog', fake);
    expect(await screen.findAllByRole('img', { name: overrideText })).toHaveLength(2);
    expect(screen.getByRole('button', { name: /^Search Tables \(optional\)\s*All tables/ })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Time frame Last 20 minutes' })).toBeDefined();
  });

  it('[001-8.15] only logs that tables and time could not be read', async () => {
    const reports = vi.fn();
    onTestFinished(setErrorSink(reports));
    const engine = await loadFlowEngine();
    const good = globalThis.pantherFlow!;
    globalThis.pantherFlow = {
      ...good,
      queryInfo: () => {
        throw new Error('broken on purpose');
      },
    };
    try {
      await openText('aws_cloudtrail | limit 5');
      await waitFor(() =>
        expect(reports.mock.calls.at(-1)?.[0]).toMatchObject({
          where: 'reading tables and times of a query',
          message: 'broken on purpose',
        }),
      );
      expect(await words()).toContain('aws_cloudtrail | limit 5');
      expect(screen.queryByRole('alert')).toBeNull();
      expect(engine).toBeDefined();
    } finally {
      globalThis.pantherFlow = good;
    }
  });

  it('[001-8.12] [001-8.13] [001-8.14] narrows the text from the results', async () => {
    const fake = server();
    await open(
      pathOf({ usePantherFlow: 'true', pantherFlowInput: 'union panther_logs.public.* | limit 5' }),
      fake,
    );
    await userEvent.click(await screen.findByText('GetObject', { selector: '[role=gridcell]' }));
    const pick = async (field: string, entry: string) => {
      await userEvent.click(await screen.findByRole('button', { name: `Field ${field}` }));
      await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
    };
    const told = vi.spyOn(toast, 'success');
    const asked = () => fake.started.at(-1)?.filters;
    await pick('eventName', 'Add to search');
    await waitFor(() => expect(told).toHaveBeenLastCalledWith({ title: 'Filter added successfully' }));
    const narrowed = "union panther_logs.public.* | where tostring(eventName) == 'GetObject' | limit 5";
    await waitFor(() => expect(asked()).toBe(narrowed));
    await pick('p_log_type', 'Search this log type only');
    await waitFor(() =>
      expect(told).toHaveBeenLastCalledWith({ title: 'Selected database updated successfully' }),
    );
    await waitFor(() => expect(asked()).toMatch(/^union panther_logs.public.aws_cloudtrail \|/));
    // The form follows the text after a pause only: the text says which tables stay.
    await pick('eventName', 'Search for this only');
    await waitFor(() => expect(told).toHaveBeenLastCalledWith({ title: 'Filters replaced successfully' }));
    await waitFor(() => expect(asked()).toMatch(/^union panther_logs.public.aws_cloudtrail.*GetObject'$/));
  });

  it('[001-2.46] a relative start in the text stands in the place of the time, with the sentence of the language', async () => {
    await openText('aws_cloudtrail | where p_event_time > time.ago(20m)');
    expect(
      await screen.findByText(
        'The query text sets a relative start time; the time frame here is not in use.',
      ),
    ).toBeDefined();
    // Nothing is wrong with the commonest of all queries.
    const time = screen.getByRole('button', { name: 'Time frame Last 20 minutes, from the text' });
    expect(time.getAttribute('aria-invalid')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('two times of the text are those of the form', async () => {
    await openText(
      "aws_cloudtrail | where p_event_time between time.parse_timestamp('2026-11-01T00:00:00Z') .. time.parse_timestamp('2026-11-02T00:00:00Z')",
    );
    expect(
      await screen.findByRole('button', { name: /^Time frame 11\/01\/2026.* – 11\/02\/2026/ }),
    ).toBeDefined();
  });

  it('says what is wrong with the text, at its place', async () => {
    const { container } = await openText('aws_cloudtrail | wher true');
    expect(await screen.findByRole('button', { name: /^1:18 / })).toBeDefined();
    await waitFor(() => expect(container.querySelector('.cm-lintRange-error')?.textContent).toBe('wher'));
    expect(
      await screen.findByText(
        'There was an error parsing the PantherFlow query. Please check the editor for errors.',
      ),
    ).toBeDefined();
  });

  it('writes the meaning of the form when the mode changes, and keeps its scope on the way back', async () => {
    const { address } = await open(
      pathOf({
        q: 'report',
        timeFrame: 'LastHour',
        'tables[]': 'panther_logs.okta_systemlog',
        queryId: 'old',
      }),
      server(),
    );
    await userEvent.click(await screen.findByRole('radio', { name: 'PantherFlow' }));
    await waitFor(async () =>
      expect(await words()).toContain(
        `panther_logs.public.okta_systemlog| where p_event_time > time.ago(1h)| search '"report"'`,
      ),
    );
    await waitFor(() => expect(address()).toContain('usePantherFlow=true'));
    await userEvent.click(screen.getByRole('radio', { name: 'Search' }));
    expect(await screen.findByRole('button', { name: 'Time frame Last hour' })).toBeDefined();
    expect(
      screen.getByRole('button', { name: /^Search Tables \(optional\)\s*Okta.SystemLog/ }),
    ).toBeDefined();
  });

  it('stays in the form where a condition has no words, and names it', async () => {
    const and = [
      { target: 'eventName', operator: 'is', value: '"x"' },
      { operator: 'row-like', value: '"%login%"' },
    ];
    const filters = JSON.stringify({ or: [{ and }] });
    const told = vi.spyOn(toast, 'info');
    const { address } = await open(pathOf({ filters, queryId: 'old' }), server());
    await userEvent.click(await screen.findByRole('radio', { name: 'PantherFlow' }));
    await waitFor(() =>
      expect(told.mock.calls).toEqual([
        [
          {
            title: 'This search has no words in PantherFlow',
            message: 'row like %login%: PantherFlow has no words for the text of a whole row.',
          },
        ],
      ]),
    );
    expect(screen.getByRole('radio', { name: 'Search' })).toHaveProperty('checked', true);
    expect(address()).not.toContain('usePantherFlow');
    expect(screen.getByRole('button', { name: 'Conditions, condition 2 operator: row like' })).toBeDefined();
  });

  it('starts with all logs of the last twenty minutes', async () => {
    await open('/investigate/search/', server());
    await userEvent.click(await screen.findByRole('radio', { name: 'PantherFlow' }));
    await waitFor(async () =>
      expect(await words()).toContain('union panther_logs.public.* | where p_event_time > time.ago(20m)'),
    );
  });
});
