import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answeringServer } from '../../../testing/answering-server.ts';
import { renderConsole } from '../../../testing/console.tsx';
import type { Rule } from '../queries.ts';
import { storedRule } from '../testing.ts';

/*
 * A kind of detection that the console does not know, by one line more in each of the two lists of kinds that it reads, and in
 * the generated schema. Its server side: `e2e/api/added-kind.test.ts`.
 */
vi.mock('../../../../../../packages/model/src/detection-kinds/known.ts', async (original) => {
  const { knownDetectionKinds: shipped } = await original<{ knownDetectionKinds: readonly object[] }>();
  const canary = {
    ...shipped[0],
    id: 'CANARY',
    label: 'Canary',
    title: 'canary',
    alerts: {
      types: { match: 'CANARY', error: 'CANARY_ERROR' },
      heading: 'New Alert',
      announces: 'title',
      happened: 'sang',
      limitedDestinations: 'overlapping',
      followsLogTypes: true,
    },
    python: { signature: 'rule(event)', alertsOn: true, mayBeSimple: false },
  };
  return { knownDetectionKinds: [...shipped, canary] };
});
vi.mock('./known.ts', async (original) => {
  const { listedKinds: shipped } = await original<{ listedKinds: readonly object[] }>();
  return {
    listedKinds: [
      ...shipped,
      { ...shipped[0], id: 'CANARY', badge: 'Canary', bodyKind: null, mayBeBase: false },
    ],
  };
});
vi.mock('../../../../../server/schema.graphql?raw', async (original) => {
  const { default: text } = await original<{ default: string }>();
  return { default: text.replaceAll(/enum (DetectionTypeEnum|AlertTypeEnum) \{/g, '$& CANARY') };
});

const wiki = storedRule({
  id: 'Wiki.Key',
  displayName: 'Key in the wiki',
  body: 'AKIACANARY0000000001',
  analysisType: 'CANARY' as Rule['analysisType'],
});

function serverOf() {
  const rows = { detections: [wiki], paging: { thisPage: 1, totalPages: 1, totalItems: 1 } };
  return answeringServer({
    ListDetections: () => ({ detections: rows }),
    DetectionsSummary: () => ({
      all: { detections: [{ __typename: 'Rule', tags: [] }], paging: { totalItems: 1 } },
      enabled: { paging: { totalItems: 1 } },
      failing: { paging: { totalItems: 0 } },
      untested: { paging: { totalItems: 0 } },
    }),
    GetRule: () => ({ rule: wiki }),
    DetectionVersions: () => ({ detectionVersions: [] }),
    DetectionDestinations: () => ({ destinations: [] }),
    DetectionLogTypes: () => ({ availableLogTypes: ['Okta.SystemLog'] }),
    DetectionActivity: () => ({ detectionLastMatches: [] }),
    DetectionAuthors: () => ({ users: [] }),
    DetectionKnowledge: () => ({ eventFields: [], unifiedNames: [] }),
    ListGlobalHelpers: () => ({ listGlobalHelpers: [] }),
    RoutePreview: () => ({ routePreview: { outputIds: [], reason: 'match' } }),
    PutRule: ({ input }) => ({ putRule: { ...wiki, ...Object(input), versionId: 'v2' } }),
  });
}
const permissions = ['RuleRead', 'RuleModify', 'PolicyRead', 'PolicyModify', 'DestinationRead'];

beforeEach(() => {
  window.innerWidth = 1600;
});

describe('a kind of detection that is added by one line in each list', () => {
  it('is in the list with its own badge and filter', async () => {
    const server = serverOf();
    await renderConsole({ path: '/build/detections/', permissions, graphql: server.graphql });
    const row = (await screen.findByText('Key in the wiki')).closest('[role="row"]');
    expect(within(row as HTMLElement).getByText('Canary')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Kind' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Canary' }));
    await waitFor(() =>
      expect(server.callsOf('ListDetections').at(-1)?.variables.input).toMatchObject({
        analysisTypes: ['CANARY'],
      }),
    );
  });

  it('has a page, and is changed in the editor as what it is', async () => {
    const server = serverOf();
    const { address } = await renderConsole({
      path: '/build/detections/rules/Wiki.Key/',
      permissions,
      graphql: server.graphql,
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Edit' }));
    await waitFor(() => expect(address()).toContain('/edit/'));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(server.callsOf('PutRule')).toHaveLength(1));
    expect(server.callsOf('PutRule')[0]?.variables.input).toMatchObject({
      id: 'Wiki.Key',
      analysisType: 'CANARY',
      displayName: 'Key in the wiki!',
    });
  });
});
