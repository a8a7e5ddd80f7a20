import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { open, server } from '../testing.ts';

beforeEach(() => localStorage.clear());

const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
const setDate = (label: string, date: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: date } });

const timeFilter = (operator: string, value?: unknown) =>
  `/investigate/search/?queryId=old&filters=${encodeURIComponent(
    JSON.stringify({
      or: [
        { and: [{ target: 'p_parse_time', operator, ...(value ? { value: JSON.stringify(value) } : {}) }] },
      ],
    }),
  )}`;

describe('date input', () => {
  it('[001-2.74] [001-2.75] picks a date and a time, reverts on Cancel, and empties on Clear', async () => {
    await open(timeFilter('is-after'), server());
    const button = () => screen.getByRole('button', { name: /^Conditions, condition 1: / });
    await userEvent.click(await screen.findByRole('button', { name: /^Conditions, condition 1: MM/ }));
    await screen.findByLabelText('Date date');
    setDate('Date date', '2026-11-20');
    await userEvent.type(screen.getByLabelText('Date time, 24 hours'), '0930');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(button().textContent).toContain('MM/DD/YYYY HH:mm');
    await userEvent.click(button());
    await screen.findByLabelText('Date date');
    setDate('Date date', '2026-11-20');
    await userEvent.type(screen.getByLabelText('Date time, 24 hours'), '0930');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(button().textContent).toContain('11/20/2026 09:30'));
    await userEvent.click(button());
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(button().textContent).toContain('MM/DD/YYYY HH:mm'));
  });

  it('[001-2.76] [001-5.66] applies only a change inside its limits', async () => {
    await open(timeFilter('is-between', ['2026-11-10T00:00:00Z', '2026-11-20T00:00:00Z']), server());
    await userEvent.click(await screen.findByRole('button', { name: /condition 1 from: 11\/10\/2026/ }));
    const date = await screen.findByLabelText('Date date');
    expect(date.getAttribute('max')).toBe('2026-11-20');
    expect(isOff('Apply')).toBe(true);
    setDate('Date date', '2026-11-25');
    expect(isOff('Apply')).toBe(true);
    expect(screen.getByText('The end lies before the start')).toBeDefined();
    setDate('Date date', '2026-11-15');
    expect(isOff('Apply')).toBe(false);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: /condition 1 to: 11\/20\/2026/ }));
    expect((await screen.findByLabelText('Date date')).getAttribute('min')).toBe('2026-11-10');
  });

  it('[001-5.67] a range is applied when its start is before its end and it differs', async () => {
    const range = 'startTime=2026-11-10T00:00:00Z&endTime=2026-11-20T00:00:00Z';
    await open(`/investigate/search/?queryId=old&${range}`, server());
    await userEvent.click(await screen.findByRole('button', { name: /^Time frame/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Custom' }));
    await screen.findByLabelText('Start date');
    expect(isOff('Apply')).toBe(true);
    setDate('Start date', '2026-11-21');
    expect(isOff('Apply')).toBe(true);
    setDate('Start date', '2026-11-11');
    expect(isOff('Apply')).toBe(false);
  });
});

describe('time frame', () => {
  it('[001-5.2] says what is wrong with it', async () => {
    await open('/investigate/search/?timeFrame=Last2Hours', server());
    const button = await screen.findByRole('button', { name: 'Time frame Choose a time frame' });
    const message = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(message?.textContent).toBe('This field is required');
  });
});

describe('limit', () => {
  it('[001-5.113] stays inside its least and its most', async () => {
    const { address } = await open('/investigate/search/?queryId=old', server());
    const limit = await screen.findByLabelText('Limit');
    await userEvent.clear(limit);
    await userEvent.type(limit, '0');
    await userEvent.tab();
    expect(limit).toHaveProperty('value', '1');
    await userEvent.clear(limit);
    await userEvent.type(limit, '2000000');
    await userEvent.tab();
    await waitFor(() => expect(address()).toContain('limit=1000000'));
  });
});

describe('dropdowns', () => {
  it('[001-9.13] [001-9.14] have their limits in width and height', async () => {
    await open('/investigate/search/', server());
    const button = await screen.findByRole('button', { name: /^Search Tables/ });
    expect([button.style.minWidth, button.style.maxWidth]).toEqual(['150px', '400px']);
    await userEvent.click(button);
    const list = await screen.findByRole('listbox', { name: 'Search Tables (optional)' });
    expect(list.parentElement?.style.maxHeight).toBe('500px');
    expect(within(list).getAllByRole<HTMLElement>('option')[0]?.style.height).toBe('49px');
  });
});

describe('list of filters', () => {
  it('[001-2.69] turns fields on and off, shown by their words', async () => {
    const { address } = await open('/investigate/search/?queryId=old', server());
    await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Log Type/ }));
    await userEvent.click(screen.getByRole('option', { name: /eventName/ }));
    expect(screen.getByRole('button', { name: /^Filters\s*2/ })).toBeDefined();
    await waitFor(() => expect(decodeURIComponent(address())).toMatch(/p_log_type.*eventName/));
    await userEvent.click(screen.getByRole('option', { name: /Log Type/ }));
    expect(screen.getByRole('option', { name: /eventName/ }).getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(address()).not.toContain('p_log_type'));
  });

  it('[001-3.58] names fields by their words, and finds them by their paths too', async () => {
    await open('/investigate/search/?queryId=old', server());
    await userEvent.click(await screen.findByRole('button', { name: 'Condition' }));
    const field = screen.getByRole('button', { name: /^Conditions, condition 1 field: p_log_type/ });
    expect(field.textContent).toContain('Log Type');
    await userEvent.click(field);
    await userEvent.type(await screen.findByRole('combobox', { name: 'Field or path' }), 'p_log_t');
    expect(screen.getAllByRole('option').map((option) => option.textContent)[0]).toContain('Log Type');
  });
});

describe('values of a condition', () => {
  const tables = 'databases[]=panther_logs&tables[]=aws_cloudtrail';
  it('are offered as they are in the tables of the form, once somebody is about to write one', async () => {
    const fake = server();
    await open(`/investigate/search/?queryId=old&${tables}`, fake);
    await userEvent.click(await screen.findByRole('button', { name: 'Condition' }));
    expect(fake.asked).toEqual([]);
    const value = screen.getByRole('combobox', { name: 'Conditions, condition 1 value' });
    await userEvent.type(value, 'alb');
    await userEvent.click(await screen.findByRole('option', { name: 'AWS.ALB' }));
    expect(value).toHaveProperty('value', 'AWS.ALB');
    expect(fake.asked).toEqual([
      { path: 'p_log_type', databases: ['panther_logs'], tables: ['aws_cloudtrail'] },
    ]);
  });
  it('are offered where several may be chosen', async () => {
    const fake = server();
    await open(`/investigate/search/?queryId=old&${tables}`, fake);
    await userEvent.click(await screen.findByRole('button', { name: 'Condition' }));
    await userEvent.click(screen.getByRole('button', { name: /^Conditions, condition 1 operator/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'is in list' }));
    await userEvent.click(screen.getByRole('button', { name: 'Conditions, condition 1: add values' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add AWS.CloudTrail' }));
    expect(screen.queryByRole('button', { name: 'Add AWS.CloudTrail' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(
      await screen.findByRole('button', { name: 'Conditions, condition 1: AWS.CloudTrail' }),
    ).toBeDefined();
  });
});

describe('choices inside a group', () => {
  it('[001-3.13] holds conditions of which one is enough', async () => {
    const fake = server();
    await open('/investigate/search/', fake);
    await userEvent.click(await screen.findByRole('button', { name: 'Any of' }));
    const choice = screen.getByRole('group', { name: 'Conditions, any of 1' });
    const [first, second] = within(choice).getAllByRole('combobox');
    await userEvent.type(first!, 'AWS.ALB');
    await userEvent.type(second!, 'AWS.CloudTrail');
    await userEvent.click(screen.getByRole('button', { name: /^Run/ }));
    await waitFor(() => expect(fake.started).toHaveLength(1));
    expect(JSON.parse(fake.started[0]!.filters)).toMatchObject({
      or: [{ and: [{ or: [{ value: '"AWS.ALB"' }, { value: '"AWS.CloudTrail"' }] }] }],
    });
    for (const button of within(choice).getAllByRole('button', { name: 'Remove condition' }))
      await userEvent.click(button);
    expect(screen.queryByRole('group', { name: 'Conditions' })).toBeNull();
  });
});
