import { EditorView } from '@codemirror/view';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { stepText } from './results/search-results.tsx';
import { finishedSearch } from '../../testing/finished-search.ts';
import { answerPart, databases, events, open, server } from './testing.ts';

beforeEach(() => localStorage.clear());

describe('search screen', () => {
  it('[001-2.2] [000-2.32] waits for Run on a bare address', async () => {
    const fake = server();
    await open('/investigate/search/', fake);
    expect(await screen.findByRole('button', { name: 'Time frame Last 20 minutes' })).toBeDefined();
    expect(await screen.findByText('Search the data lake')).toBeDefined();
    expect(fake.started).toEqual([]);
  });

  it('[001-2.34] [001-2.35] says so when no database or every one is chosen', async () => {
    await open('/investigate/search/', server());
    expect(await screen.findByRole('button', { name: /Databases \(optional\)\s*All data/ })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: /Databases/ }));
    const box = await screen.findByRole('combobox', { name: 'Database' });
    expect(box.getAttribute('placeholder')).toBe('Database');
    // All of them are no narrower than none of them.
    await userEvent.click(screen.getByRole('button', { name: /^Select all/ }));
    expect(screen.getByRole('button', { name: /Databases \(optional\)\s*All data/ })).toBeDefined();
  });

  it('[001-2.36] [001-2.37] says so when no table is chosen', async () => {
    await open('/investigate/search/', server());
    const tables = await screen.findByRole('button', { name: /Search Tables \(optional\)\s*All tables/ });
    await userEvent.click(tables);
    expect((await screen.findByRole('combobox', { name: 'Table' })).getAttribute('placeholder')).toBe(
      'Table',
    );
  });

  it('[001-4.14] [001-4.16] runs a linked search: timeline first, then rows and summary', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?q=report&timeFrame=Last24Hours', fake);
    expect(
      await screen.findByText((_, element) => element?.textContent === '2 of 2 rows loaded'),
    ).toBeDefined();
    expect(fake.started).toMatchObject([
      { language: 'simplesearch', filters: '{"text":"report"}', relativeTime: 'PT24H', limit: 1000 },
    ]);
    expect(fake.parts.map((part) => part.component)).toEqual(['timeline', 'detailsDescending', 'summary']);
    expect(address()).toContain('queryId=q1');
    expect(screen.getByText('Query Time 24 ms', { selector: 'header span' })).toBeDefined();
  });

  it('[001-4.15] stops when nothing was counted, and offers a longer look', async () => {
    const fake = server(() => finishedSearch([], { bucketSeconds: 60 }, 0));
    await open('/investigate/search/?q=nothing', fake);
    expect(await screen.findByText('No Results')).toBeDefined();
    expect(fake.parts.map((part) => part.component)).toEqual(['timeline']);
    await userEvent.click(screen.getByRole('button', { name: 'Search the last 24 hours' }));
    await waitFor(() => expect(fake.started.at(-1)).toMatchObject({ relativeTime: 'PT24H' }));
  });

  it('[001-2.14] [001-4.18] opens a search that ran by its id, without starting another', async () => {
    const fake = server();
    await open('/investigate/search/?q=report&queryId=old', fake);
    expect(await screen.findByText('GetObject', { selector: '[role=gridcell]' })).toBeDefined();
    expect(fake.started).toEqual([]);
    expect(fake.parts[0]).toMatchObject({ id: 'old', component: 'timeline' });
  });

  it('[001-4.19] sorts the same search the other way', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?queryId=old', fake);
    await userEvent.click(
      within(await screen.findByRole('columnheader', { name: /Event Time/ })).getByRole('button', {
        name: 'Event Time',
      }),
    );
    await waitFor(() => expect(fake.parts.at(-1)?.component).toBe('detailsAscending'));
    expect(address()).toContain('sortDirection=ascending');
    expect(fake.started).toEqual([]);
  });

  it('[001-4.20] [001-4.21] [001-4.26] polls while it runs, and cancels', async () => {
    const running = {
      status: 'running',
      message: '',
      progress: { readRows: 5, totalRows: 10, elapsedMs: 300 },
      results: null,
    };
    const fake = server(() => running);
    const { address } = await open('/investigate/search/?q=slow', fake);
    await waitFor(() => expect(fake.parts.length).toBeGreaterThan(1), { timeout: 5000 });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: /Run/ })).toBeDefined();
    expect(fake.cancelled).toEqual(['q1']);
    expect(address()).not.toContain('queryId');
    expect(address()).toContain('q=slow');
  });

  it('says of an address whose search was cancelled that it was, and runs it again', async () => {
    const cancelled = {
      status: 'cancelled',
      message: 'The search was cancelled.',
      progress: { readRows: 0, totalRows: 0, elapsedMs: 0 },
      results: null,
    };
    const fake = server((part) => (part.id === 'old' ? cancelled : answerPart(part)));
    await open('/investigate/search/?queryId=old', fake);
    await screen.findByText('This search was cancelled');
    await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
    await screen.findByText(/rows loaded/);
    expect(fake.started).toHaveLength(1);
  });

  it('keeps the rows of the search before, dimmed, until the new ones are there', async () => {
    const release = Promise.withResolvers<void>();
    const fake = server(async (asked) => {
      if (asked.id === 'q2') await release.promise;
      return answerPart(asked);
    });
    await open('/investigate/search/?q=first', fake);
    const row = () => screen.findByText('GetObject', { selector: '[role=gridcell]' });
    await row();
    await userEvent.type(screen.getByLabelText('Words to search for'), ' second{Enter}');
    await waitFor(() => expect(fake.started).toHaveLength(2));
    await waitFor(async () => expect((await row()).closest('[aria-busy]')).not.toBeNull());
    release.resolve();
    await waitFor(async () => expect((await row()).closest('[aria-busy]')).toBeNull());
    await screen.findByText(/rows loaded/);
  });

  it('ends the summary of the search before when a new one is started', async () => {
    const fake = server((asked) =>
      asked.component === 'summary' && asked.id === 'q1' ? new Promise(() => undefined) : answerPart(asked),
    );
    await open('/investigate/search/?q=first', fake);
    await screen.findByText(/rows loaded/);
    await userEvent.type(screen.getByLabelText('Words to search for'), ' second{Enter}');
    await waitFor(() => expect(fake.started).toHaveLength(2));
    expect(fake.cancelled).toEqual(['q1']);
  });

  it('makes conditions of what names a field among the words', async () => {
    const fake = server();
    await open('/investigate/search/', fake);
    const words = await screen.findByRole('searchbox', { name: 'Words to search for' });
    await userEvent.type(words, 'report eventName:GetObject ');
    expect(words).toHaveProperty('value', 'report ');
    expect(await screen.findByRole('group', { name: 'Conditions' })).toBeDefined();
    await userEvent.type(words, '-code:>5{Enter}');
    await waitFor(() => expect(fake.started).toHaveLength(1));
    const filters = JSON.parse(String((fake.started[0] as { filters: string }).filters)) as unknown;
    expect(filters).toMatchObject({
      text: 'report',
      or: [
        {
          and: [
            { target: 'eventName', operator: 'is', value: '"GetObject"' },
            { target: 'code', operator: 'less-than-or-equal', value: '5' },
          ],
        },
      ],
    });
  });

  it('[001-4.10] says of each part whether it is provisioning, running or there', async () => {
    const running = {
      status: 'running',
      message: '',
      progress: { readRows: 0, totalRows: 0, elapsedMs: 2100 },
      results: null,
    };
    let isCounted = false;
    const fake = server((part) => (part.component === 'timeline' && isCounted ? answerPart(part) : running));
    await open('/investigate/search/?q=slow', fake);
    const step = () => screen.findByRole('progressbar', { name: 'Search progress' }, { timeout: 5000 });
    await step();
    expect(await screen.findByText('Counting events')).toBeDefined();
    isCounted = true;
    expect(await screen.findByText('Reading rows', {}, { timeout: 5000 })).toBeDefined();
    expect(stepText({ timeline: 'provisioning', details: 'provisioning', summary: 'provisioning' })).toBe(
      'Waiting for the data lake',
    );
  });

  it('shows on the way back what the search before asked for, not what was typed since', async () => {
    const fake = server();
    const { router, address } = await open('/investigate/search/?q=first&timeFrame=LastHour', fake);
    await waitFor(() => expect(address()).toContain('queryId=q1'));
    const words = screen.getByRole('searchbox', { name: 'Words to search for' });
    await userEvent.type(words, ' second');
    await waitFor(() => expect(address()).toMatch(/q=first(\+|%20)second/));
    await userEvent.type(words, '{Enter}');
    await waitFor(() => expect(address()).toContain('queryId=q2'));
    act(() => router.history.back());
    await waitFor(() => expect(address()).toContain('queryId=q1'));
    await waitFor(() => expect(words).toHaveProperty('value', 'first'));
    act(() => router.history.forward());
    await waitFor(() => expect(address()).toContain('queryId=q2'));
    await waitFor(() => expect(words).toHaveProperty('value', 'first second'));
    expect(fake.started).toHaveLength(2);
  });

  it('[001-2.52] replaces history while a person types, and pushes a new search', async () => {
    const fake = server();
    const { router } = await open('/investigate/search/', fake);
    const before = router.history.length;
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Words to search for' }), 'report');
    await waitFor(() => expect(router.state.location.href).toContain('q=report'));
    expect(router.history.length).toBe(before);
    await userEvent.click(screen.getByRole('button', { name: /^Run/ }));
    await waitFor(() => expect(router.state.location.href).toContain('queryId=q1'));
    expect(router.history.length).toBe(before + 1);
  });

  it('[001-8.11] says that the filters could not be loaded, and tries again', async () => {
    let isBroken = true;
    const fake = server(answerPart, null, {
      LoadAllSchemaEntities: () =>
        isBroken ? new RequestError('The catalog is locked', 500) : { dataLakeDatabases: databases },
    });
    await open('/investigate/search/', fake);
    expect(await screen.findByText('There was a problem loading the filters')).toBeDefined();
    expect(screen.getByText('The catalog is locked')).toBeDefined();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByRole('button', { name: /^Databases/ })).toBeDefined();
  });

  it('[001-4.22] [001-4.28] [001-8.1] shows why a search failed', async () => {
    const failed = {
      status: 'failed',
      message: '',
      progress: { readRows: 0, totalRows: 0, elapsedMs: 0 },
      results: null,
    };
    await open(
      '/investigate/search/?q=x',
      server(() => failed),
    );
    expect(await screen.findByText('Query Failed')).toBeDefined();
  });

  it('shows a refusal at the condition it is about', async () => {
    const message = 'This field + operator requires an IP or CIDR';
    const diagnostics = [
      { message, severity: 'error', path: 'filters.or[0].and[0].value', line: 1, column: 1 },
    ];
    const fake = server(answerPart, null, {
      RunUberSearch: () => new RequestError(message, 400, { details: { diagnostics } }),
    });
    const filters = JSON.stringify({
      or: [{ and: [{ target: 'eventName', operator: 'is', value: '"x"' }] }],
    });
    await open(`/investigate/search/?filters=${encodeURIComponent(filters)}`, fake);
    const group = await screen.findByRole('group', { name: 'Conditions' });
    expect((await within(group).findByRole('alert')).textContent).toBe(
      'This field + operator requires an IP or CIDR',
    );
  });

  it('[001-5.4] [001-5.5] names unknown databases and tables and clears them', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?databases[]=nope&tables[]=gone&queryId=old', fake);
    expect(await screen.findByText('Invalid database(s): nope. Invalid table(s): gone')).toBeDefined();
    await waitFor(() => expect(address()).not.toContain('nope'));
  });

  it('[001-2.38] [001-2.40] chooses all tables or those that match, and drops what leaves the databases', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/', fake);
    await userEvent.click(await screen.findByRole('button', { name: /Search Tables/ }));
    expect(await screen.findByRole('button', { name: 'Select all (3)' })).toBeDefined();
    await userEvent.type(screen.getByRole('combobox', { name: 'Table' }), 'cloudtrail');
    await userEvent.click(screen.getByRole('button', { name: 'Select matches (2)' }));
    await waitFor(() => expect(address()).toContain('tables[]=panther_signals.aws_cloudtrail'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: /Databases/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Signals/ }));
    await waitFor(() => expect(address()).not.toContain('tables[]=panther_logs'));
    expect(address()).toContain('tables[]=panther_signals.aws_cloudtrail');
  });

  it('[001-2.66] [001-5.11] says what a condition lacks, then runs it', async () => {
    const fake = server();
    await open('/investigate/search/', fake);
    await userEvent.click(await screen.findByRole('button', { name: 'Condition' }));
    await userEvent.click(screen.getByRole('button', { name: /Run/ }));
    const group = screen.getByRole('group', { name: 'Conditions' });
    expect((await within(group).findByRole('alert')).textContent).toBe('This field is required');
    expect(fake.started).toEqual([]);
    await userEvent.type(within(group).getByRole('combobox'), 'AWS.CloudTrail{Control>}{Enter}{/Control}');
    await waitFor(() => expect(fake.started).toHaveLength(1));
    expect(JSON.parse(fake.started[0]!.filters)).toMatchObject({
      or: [{ and: [{ target: 'p_log_type', operator: 'is', value: '"AWS.CloudTrail"' }] }],
    });
  });

  it('narrows by a value of the summary', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?q=report', fake);
    const fields = await screen.findByRole('region', { name: 'In this table' });
    await userEvent.click(await within(fields).findByRole('button', { name: /eventName/ }));
    await userEvent.click(await within(fields).findByTitle('Add to search: eventName is GetObject'));
    await waitFor(() => expect(fake.started).toHaveLength(2));
    expect(JSON.parse(fake.started[1]!.filters)).toMatchObject({
      text: 'report',
      or: [{ and: [{ target: 'eventName', operator: 'is', value: '"GetObject"' }] }],
    });
    await waitFor(() => expect(address()).toContain('queryId=q2'));
  });

  it('[001-2.59] [001-2.60] offers copy, and Indicator Search in a new tab for texts only', async () => {
    const withCode = events.map((event) => ({ ...event, code: 7 }));
    const fake = server((part) =>
      part.component.startsWith('details')
        ? finishedSearch(withCode, {
            p_event_time: 'timestamp',
            p_log_type: 'string',
            eventName: 'string',
            code: 'int',
          })
        : answerPart(part),
    );
    await open('/investigate/search/?q=report', fake);
    await userEvent.click(await screen.findByText('GetObject', { selector: '[role=gridcell]' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Field eventName' }));
    const link = await screen.findByRole('menuitem', { name: /Indicator Search/ });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('href')).toMatch(/^\/investigate\/indicator-search\/\?q=GetObject/);
    expect(screen.getByRole('menuitem', { name: /Copy value/ })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Field code' }));
    expect(await screen.findByRole('menuitem', { name: 'Exclude from search' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: /Indicator Search/ })).toBeNull();
  });

  it('opens the menu of a field by keyboard and by the right mouse button', async () => {
    await open('/investigate/search/?queryId=old', server());
    await userEvent.click(await screen.findByText('GetObject', { selector: '[role=gridcell]' }));
    const tree = await screen.findByRole('tree', { name: 'Event' });
    tree.focus();
    await userEvent.keyboard('{ArrowDown}m');
    // The time of the first line could not be added to the search.
    expect(await screen.findByRole('menuitem', { name: 'Add to search' })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    await userEvent.pointer({
      keys: '[MouseRight]',
      target: within(tree).getByText(/GetObject/),
    });
    await screen.findByRole('menuitem', { name: 'Show as column' });
    const entries = screen.getAllByRole('menuitem').map((entry) => entry.textContent);
    expect(entries).toEqual([
      expect.stringContaining('Copy value'),
      'Copy path',
      'Indicator Search',
      'Add to search',
      'Exclude from search',
      'Search for this only',
      'Copy event',
      'Show as column',
    ]);
  });

  it('[001-2.54] [001-2.55] [001-2.56] keeps size and showing of the histogram in this browser', async () => {
    await open('/investigate/search/?queryId=old', server());
    await userEvent.click(await screen.findByRole('button', { name: 'Expand histogram' }));
    expect(localStorage.getItem('margay.search.histogramSize')).toBe('large');
    await userEvent.click(screen.getByRole('button', { name: 'Histogram menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide histogram' }));
    expect(localStorage.getItem('margay.search.showHistogram')).toBe('false');
    expect(screen.queryByRole('figure', { name: 'Events per Log Type' })).toBeNull();
  });

  it('[001-2.77] [001-2.78] [001-4.9] picks relative times, and keeps what was on Cancel', async () => {
    const { address } = await open('/investigate/search/', server());
    const choose = async () => {
      await userEvent.click(await screen.findByRole('button', { name: /^Time frame/ }));
      await userEvent.click(await screen.findByRole('option', { name: 'Relative' }));
      const count = await screen.findByRole('spinbutton', { name: 'Last' });
      await userEvent.clear(count);
      await userEvent.type(count, '45');
      await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'hours');
    };
    await choose();
    expect(screen.getByRole('button', { name: 'Other options' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Time frame Last 20 minutes' })).toBeDefined();
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('button', { name: 'Time frame Last 45 hours' })).toBeDefined();
    await waitFor(() =>
      expect(address()).toContain('timeFrame=relative&relativeNumberVal=45&relativeTimeUnit=hours'),
    );
  });

  it('[001-2.42] runs SQL from a link and changes the mode', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?mode=sql&q=select%201', fake);
    await waitFor(() => expect(fake.started).toMatchObject([{ language: 'sql', filters: 'select 1' }]));
    await userEvent.click(screen.getByRole('radio', { name: 'Search' }));
    await waitFor(() => expect(address()).not.toContain('mode=sql'));
    expect(await screen.findByRole('searchbox', { name: 'Words to search for' })).toBeDefined();
  });

  it('keeps in its place what stands around the query in every mode', async () => {
    await open('/investigate/search/?queryId=old', server());
    for (const mode of ['Search', 'PantherFlow', 'SQL']) {
      await userEvent.click(await screen.findByRole('radio', { name: mode }));
      for (const name of ['Query info', /^Run/, 'Open', 'Copy link', 'Schedule', 'Save'])
        expect(await screen.findByRole('button', { name })).toBeDefined();
      expect(await screen.findByLabelText('Limit')).toBeDefined();
      expect(screen.getByRole('status', { name: 'Saved search' }).textContent).toBe('New search, not saved');
    }
    expect(screen.getByRole('note', { name: /^Time frame: .*, from the text$/ })).toBeDefined();
  });

  it('shows a search of the form as SQL, and goes on with it there', async () => {
    const fake = server();
    const { address } = await open('/investigate/search/?q=report&timeFrame=LastHour&queryId=old', fake);
    await userEvent.click(await screen.findByRole('button', { name: 'Query info' }));
    const sql = await screen.findByRole('region', { name: 'Search as SQL' });
    expect(sql.textContent).toMatch(/p_occurs_since\('1 hours'\)[^]*row_has_words\('report'\)/i);
    await userEvent.click(screen.getByRole('button', { name: 'Open in SQL' }));
    await waitFor(() => expect(address()).toContain('mode=sql'));
    await userEvent.click(await screen.findByRole('button', { name: /^Run/ }));
    await waitFor(() =>
      expect(fake.started).toMatchObject([{ language: 'sql', filters: expect.stringMatching(/report/) }]),
    );
  });

  it('gives back what was written in a mode on the way back to it', async () => {
    const filters = JSON.stringify({ or: [{ and: [{ target: 'code', operator: 'is', value: '4' }] }] });
    const { address } = await open(
      `/investigate/search/?q=report&queryId=old&filters=${encodeURIComponent(filters)}`,
      server(),
    );
    const turn = async (mode: string) => userEvent.click(await screen.findByRole('radio', { name: mode }));
    const isForm = async () => {
      await waitFor(() => expect(decodeURIComponent(address())).toMatch(/q=report.*"target":"code"/));
      expect(await screen.findByRole('button', { name: /condition 1 field: code$/ })).toBeDefined();
    };
    await isForm();
    await turn('SQL');
    await screen.findByRole('textbox', { name: 'SQL' });
    await turn('Search');
    await isForm();
    await turn('PantherFlow');
    const flow = await screen.findByRole('textbox', { name: 'PantherFlow' });
    const text = flow.textContent;
    await turn('SQL');
    await turn('PantherFlow');
    expect((await screen.findByRole('textbox', { name: 'PantherFlow' })).textContent).toBe(text);
    await turn('Search');
    await isForm();
  });

  const turn = async (mode: string) => {
    await userEvent.click(await screen.findByRole('radio', { name: mode }));
    if (mode === 'Search') await screen.findByRole('searchbox', { name: 'Words to search for' });
    else await screen.findByRole('textbox', { name: mode });
  };
  const textIn = (mode: string) => screen.getByRole('textbox', { name: mode }).textContent;
  const add = (mode: string, insert: string) => {
    const view = EditorView.findFromDOM(screen.getByRole('textbox', { name: mode }))!;
    act(() => view.dispatch({ changes: { from: view.state.doc.length, insert } }));
  };
  const code = JSON.stringify({ or: [{ and: [{ target: 'code', operator: 'equals', value: '4' }] }] });
  const withCode = `/investigate/search/?q=report&filters=${encodeURIComponent(code)}`;
  const tellings = () => vi.spyOn(toast, 'info').mockReset();

  it('takes the conditions of the form through all languages while nobody changes a text', async () => {
    const told = tellings();
    for (const way of [
      ['SQL', 'PantherFlow'],
      ['PantherFlow', 'SQL'],
    ]) {
      const { address, unmount } = await open(`${withCode}&databases[]=panther_logs`, server());
      for (const mode of way) {
        await turn(mode);
        await waitFor(() => expect(textIn(mode)).toMatch(/code[^]*4|4[^]*code/));
        expect(textIn(mode)).toContain('report');
      }
      expect(told).not.toHaveBeenCalled();
      await turn('Search');
      await waitFor(() => expect(decodeURIComponent(address())).toMatch(/q=report.*"target":"code"/));
      expect(told).not.toHaveBeenCalled();
      unmount();
    }
  });

  it('takes what is chosen beside an unchanged text along to the form', async () => {
    const tables = 'tables[]=panther_logs.aws_cloudtrail&tables[]=panther_signals.aws_cloudtrail';
    const { address } = await open(`${withCode}&${tables}`, server());
    await turn('PantherFlow');
    await waitFor(() => expect(textIn('PantherFlow')).toMatch(/^\| /));
    await userEvent.click(screen.getByRole('button', { name: /^Time frame Last 20 minutes/ }));
    await userEvent.click(await screen.findByRole('option', { name: /^Last 24 hours/ }));
    await screen.findByRole('button', { name: /^Time frame Last 24 hours/ });
    await turn('Search');
    await screen.findByRole('button', { name: 'Time frame Last 24 hours' });
    await waitFor(() => expect(decodeURIComponent(address())).toMatch(/q=report.*"target":"code"/));
  });

  it('says that a changed text is in no other language, and keeps it', async () => {
    const told = tellings();
    await open(withCode, server());
    await turn('PantherFlow');
    add('PantherFlow', ' | limit 5');
    await turn('SQL');
    expect(told.mock.calls).toEqual([
      [
        {
          title: 'The PantherFlow text was not turned into SQL',
          message: 'SQL begins empty. PantherFlow keeps it as it was, until you change something here.',
        },
      ],
    ]);
    await turn('PantherFlow');
    expect(textIn('PantherFlow')).toMatch(/report.*limit 5/);
    await turn('SQL');
    add('SQL', 'select 1');
    await turn('PantherFlow');
    expect(told).toHaveBeenLastCalledWith({
      title: 'The SQL text was not turned into PantherFlow',
      message: expect.stringMatching(/^PantherFlow begins with the tables and the time of the form, without/),
    });
  });

  it('says on the way to the form that conditions are left out, those it had before, too', async () => {
    const told = tellings();
    const { address } = await open(withCode, server());
    await turn('PantherFlow');
    add('PantherFlow', ' | limit 5');
    await turn('Search');
    expect(told.mock.calls).toEqual([
      [
        {
          title: 'The form does not show the PantherFlow text',
          message:
            'Tables and time are those of the text; its conditions are not in the form. What the form searched for before is left out, too. PantherFlow keeps it as it was, until you change something here.',
        },
      ],
    ]);
    await waitFor(() => expect(address()).not.toContain('filters='));
  });
});
