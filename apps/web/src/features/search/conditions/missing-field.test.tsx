import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { open, server } from '../testing.ts';

beforeEach(() => localStorage.clear());

const note = 'Also finds rows without this field.';
const condition = (target: string, operator: string) => ({ target, operator, value: '"x"' });

async function openWith(...entries: object[]) {
  const filters = encodeURIComponent(JSON.stringify({ or: [{ and: entries }] }));
  await open(`/investigate/search/?queryId=old&filters=${filters}`, server());
  return within(await screen.findByRole('group', { name: 'Conditions' }));
}

describe('a negated condition', () => {
  it('says that rows without the field count, and leaves them out on demand by a condition that is seen', async () => {
    const group = await openWith(condition('eventName', 'is-not'));
    expect(group.getByText(note)).toBeDefined();
    await userEvent.click(group.getByRole('button', { name: 'Only where it is there' }));
    expect(group.queryByText(note)).toBeNull();
    expect(group.getByRole('button', { name: 'Conditions, condition 2 field: eventName' })).toBeDefined();
    const operator = group.getByRole('button', { name: 'Conditions, condition 2 operator: is not null' });
    expect(operator).toBeDefined();
    await userEvent.click(group.getAllByRole('button', { name: 'Remove condition' })[1]!);
    expect(group.getByText(note)).toBeDefined();
  });

  it('says nothing of conditions that need the field, and of fields that every row has', async () => {
    const group = await openWith(condition('eventName', 'is'), condition('p_log_type', 'is-not'));
    expect(group.getByRole('button', { name: 'Conditions, condition 2 operator: is not' })).toBeDefined();
    expect(group.queryByText(note)).toBeNull();
  });

  it('offers nothing where one condition of several is enough', async () => {
    const choice = { or: [condition('eventName', 'is-not'), condition('eventName', 'is')] };
    const group = await openWith(choice);
    expect(group.getByText(note)).toBeDefined();
    expect(group.queryByRole('button', { name: 'Only where it is there' })).toBeNull();
  });
});
