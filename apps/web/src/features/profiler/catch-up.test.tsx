import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import type { CatchUp, Profile } from './queries.ts';
import { profileOf } from './testing.ts';

const slow = profileOf('Slow.Rule', { displayName: 'Slow rule' });
const catchUp: CatchUp = {
  state: 'CATCHING_UP',
  since: '2026-11-20T09:00:00Z',
  passed: 12_000,
  judged: 4_500,
  tooOld: 0,
  matches: 3,
  errors: 0,
  error: null,
};

async function openSheet(change: Partial<Profile>) {
  const server = answeringServer({
    DetectionProfiles: () => ({
      detectionProfiles: [{ ...slow, ...change }],
      detectionBudget: { microsecondsPerEvent: 250, coreShare: 0.1, catchUpDays: 7 },
    }),
    DetectionProfileHours: () => ({ detectionProfileHours: [] }),
    ReleaseDetection: () => ({ releaseDetection: { id: slow.id } }),
    CancelCatchUp: () => ({ cancelCatchUp: { id: slow.id } }),
  });
  await renderConsole({
    path: '/build/profiler/?detection=Slow.Rule',
    permissions: ['RuleRead', 'RuleModify'],
    graphql: server.graphql,
  });
  const sheet = within(await screen.findByRole('dialog', { name: /Slow rule/ }));
  return { server, sheet };
}

it('says how many of the events that passed are judged, and stops it when asked', async () => {
  const { server, sheet } = await openSheet({ catchUp });
  expect(await sheet.findByText(/Catching up: 4,500 of 12,000 events since/)).toBeTruthy();
  expect(sheet.getByText(/3 matches so far\./)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Stop' }));
  const question = within(await screen.findByRole('dialog', { name: 'Stop Catching Up' }));
  await userEvent.click(question.getByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(server.callsOf('CancelCatchUp')[0]?.variables['input']).toEqual({ id: 'Slow.Rule' }),
  );
});

it('says why it does not go on, and what was left out', async () => {
  const failed = { ...catchUp, state: 'FAILED' as const, tooOld: 2, error: 'It ran out of time.' };
  const { sheet } = await openSheet({ catchUp: failed });
  expect(await sheet.findByText('Catching up has stopped at 4,500 of 12,000 events')).toBeTruthy();
  expect(
    sheet.getByText(/It ran out of time\..*2 events had waited more than 7 days and were left out\./),
  ).toBeTruthy();
});

it('says what a detection waits for the server beside what it costs, where it waits', async () => {
  const { sheet } = await openSheet({ waitedPerEvent: 1500 });
  expect(await sheet.findByText('1,500 µs for look-ups and the cache, not counted')).toBeTruthy();
  expect(sheet.getByText('20 µs of 250 µs')).toBeTruthy();
});

it.each([
  ['Judge what passed', 'JUDGE'],
  ['Skip it', 'SKIP'],
])('asks on release what becomes of the events: %s', async (label, passed) => {
  const quarantine = {
    since: '2026-11-20T09:00:00Z',
    until: '2026-11-20T10:00:00Z',
    reason: 'too slow',
    passed: 321,
  };
  const { server, sheet } = await openSheet({ state: 'QUARANTINED', quarantine });
  await userEvent.click(await sheet.findByRole('button', { name: 'Release' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Release Detection' }));
  expect(modal.getByText(/321 events passed unjudged meanwhile/)).toBeTruthy();
  expect(modal.getByText(/longer than 7 days are left out/)).toBeTruthy();
  await userEvent.click(modal.getByRole('radio', { name: new RegExp(`^${label}`) }));
  await userEvent.click(modal.getByRole('button', { name: 'Release' }));
  await waitFor(() =>
    expect(server.callsOf('ReleaseDetection')[0]?.variables['input']).toEqual({ id: 'Slow.Rule', passed }),
  );
});
