import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { emptyInstallation } from '../../testing/empty-installation.ts';
import { emptySearch } from '../../testing/empty-search.ts';
import { groupTargets } from './target.ts';
import type { Target } from './target.ts';

const place = (kind: string, id: string, title: string, more: object = {}) => ({
  kind,
  id,
  title,
  note: '',
  at: null,
  params: null,
  ...more,
});
const everything = [
  'AlertModify',
  'RuleModify',
  'LogSourceModify',
  'DataAnalyticsModify',
  'DestinationModify',
];

async function openJump(placesOf: (text: string) => unknown) {
  const server = answeringServer({
    ...emptyInstallation,
    ...emptySearch,
    Places: ({ input }) => Promise.resolve(placesOf((input as { text: string }).text)),
  });
  const view = await renderConsole({
    path: '/configure/destinations/',
    permissions: everything,
    graphql: server.graphql,
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: 'Name, id or action' });
  return { ...view, box };
}

const labels = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('jumping to anything', () => {
  beforeEach(() => sessionStorage.clear());

  it('goes to what the server has under a name, and offers it first the next time', async () => {
    const { box, address } = await openJump((text) => ({
      places: text === 'grace' ? [place('PERSON', 'u7', 'Grace Hopper', { note: 'grace@example.com' })] : [],
    }));
    await userEvent.type(box, 'grace');
    await screen.findByRole('option', { name: /Grace Hopper/ });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toMatch(/^\/alerts-and-errors\/\?.*u7/));
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('group', { name: 'Recent' });
    expect(labels()[0]).toContain('Grace Hopper');
  });

  it('keeps what still fits in sight while the server is asked again', async () => {
    const { box } = await openJump((text) =>
      text === 'tra'
        ? { places: [place('RULE', 'A', 'Trail stopped'), place('RULE', 'B', 'Transfer seen')] }
        : text === 'trail'
          ? new Promise(() => undefined)
          : { places: [] },
    );
    await userEvent.type(box, 'tra');
    await screen.findByRole('option', { name: /Transfer seen/ });
    await userEvent.type(box, 'il');
    expect(labels()).toEqual(['Trail stopped']);
    await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('true'));
    expect(labels()).toEqual(['Trail stopped']);
  });

  it('opens a search that was run before, with its results', async () => {
    const params = { language: 'sql', filters: 'select 1 as okapi' };
    const { box, address } = await openJump(() => ({
      places: [place('RECENT_SEARCH', 'abc', params.filters, { params, at: '2026-01-01T00:00:00Z' })],
    }));
    await userEvent.type(box, 'okapi');
    await userEvent.click(await screen.findByRole('option', { name: /select 1 as okapi/ }));
    await waitFor(() => expect(address()).toMatch(/^\/investigate\/search\/\?.*queryId=abc/));
  });

  it('runs actions', async () => {
    const { box, address } = await openJump(() => ({ places: [] }));
    await userEvent.type(box, 'new dest{Enter}');
    await waitFor(() => expect(address()).toBe('/configure/destinations/new/'));
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Name, id or action' }),
      'theme light{Enter}',
    );
    await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('light'));
  });

  it('says what is missing while the server does not answer', async () => {
    const { box } = await openJump(() => new Error('Away for a moment.'));
    await userEvent.type(box, 'sche');
    expect((await screen.findByRole('status')).textContent).toContain('Only screens, actions and help');
    expect(labels()[0]).toContain('Schemas');
  });
});

describe('groups of what fits', () => {
  const target = (group: string, label: string): Target => ({
    key: label,
    group,
    label,
    does: { to: '/' },
  });
  it('begins with the group of the best hit, and the best in it', () => {
    const targets = [
      target('Screens', 'All logs'),
      target('Sources', 'Catalogue'),
      target('Sources', 'log'),
      target('Other', 'nothing'),
    ];
    expect(
      groupTargets(targets, 'LOG').map(({ label, targets: in_ }) => [label, in_.map((t) => t.label)]),
    ).toEqual([
      ['Sources', ['log', 'Catalogue']],
      ['Screens', ['All logs']],
    ]);
    expect(groupTargets(targets, '').flatMap((group) => group.targets)).toHaveLength(4);
  });
});
