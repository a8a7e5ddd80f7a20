import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { GraphqlProvider } from '../../lib/graphql/graphql-context.tsx';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderInApp } from '../../testing/render.tsx';
import { settingField } from '../../testing/setting-field.ts';
import type { SettingGroup } from './queries.ts';
import { SettingGroupForm } from './setting-group-form.tsx';

const data: SettingGroup = {
  id: 'data',
  title: 'Data',
  description: '',
  values: { retentionDays: 365, dataLakeAccessControl: true },
  storedSecrets: [],
  lacking: [],
  updatedAt: null,
  fields: [
    settingField({ name: 'retentionDays', label: 'Days', kind: 'number', default: 365, min: 1, max: 36_500 }),
    settingField({ name: 'dataLakeAccessControl', label: 'Access control', kind: 'boolean', default: true }),
  ],
};

async function open() {
  const fake = answeringServer({ UpdateSettingGroup: () => ({ updateSettingGroup: data }) });
  await renderInApp(
    <GraphqlProvider value={{ request: fake.graphql }}>
      <SettingGroupForm group={data} />
    </GraphqlProvider>,
  );
  return fake;
}
const write = async (days: string) => {
  await userEvent.clear(screen.getByLabelText('Days'));
  await userEvent.type(screen.getByLabelText('Days'), days);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const answer = async (title: string, button: string) =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: button }),
  );

describe('the settings of data', () => {
  it('are not saved with another number than was typed', async () => {
    const fake = await open();
    for (const days of ['0', '2.5', '-7', '99999']) {
      await write(days);
      await save();
      expect(screen.getByRole('alert')).toBeDefined();
      expect(screen.getByLabelText('Days')).toHaveProperty('value', days);
    }
    await userEvent.clear(screen.getByLabelText('Days'));
    await save();
    expect(screen.getByText('This field is required')).toBeDefined();
    expect(fake.inputsOf('UpdateSettingGroup')).toEqual([]);
  });

  it('are saved without a question where nothing is lost', async () => {
    const fake = await open();
    await write('400');
    await save();
    await waitFor(() => expect(fake.inputsOf('UpdateSettingGroup')).toHaveLength(1));
  });

  it('remove events and open log types only after a question', async () => {
    const fake = await open();
    await write('30');
    await save();
    await answer('Remove Older Events', 'Cancel');
    expect(fake.inputsOf('UpdateSettingGroup')).toEqual([]);
    await write('365');
    await userEvent.click(screen.getByLabelText('Access control'));
    await save();
    await answer('Open Every Log Type', 'Save');
    await waitFor(() =>
      expect(fake.inputsOf('UpdateSettingGroup')).toEqual([
        { id: 'data', values: { retentionDays: 365, dataLakeAccessControl: false }, updatedAt: null },
      ]),
    );
  });
});
