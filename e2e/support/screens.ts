import { readFileSync } from 'node:fs';
import { eventually, type TestServer } from './server.ts';

const routeTree = new URL('../../apps/web/src/routeTree.gen.ts', import.meta.url);

/** Every address pattern of the console, as its generated route tree holds them, e.g. `/build/helpers/$helperId/`. */
export function consoleRoutes(): string[] {
  const text = readFileSync(routeTree, 'utf8');
  const union = /fullPaths:\n((?: +\| '[^']+'\n?;?)+)/.exec(text)?.[1] ?? '';
  return [...union.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
}

interface Found {
  alerts: { edges: { node: { id: string; title: string } }[] };
  sources: { integrationId: string; integrationLabel: string }[];
  listDataModels: { models: { id: string }[] };
  listGlobalHelpers: { id: string }[];
  roles: { id: string; name: string }[];
}

const rule = 'AWS.CloudTrail.SecretsReadBurst';
const policy = 'Screens.BucketEncrypted';
const resource = 'arn:aws:s3:::a-bucket-with-a-name-as-long-as-they-come-in-practice';

/**
 * Makes on a server with the demo what its screens want to show beside it (a policy with its resource, a destination, a
 * saved search, a replay), and gives an address for each route that is a screen. Routes without one are missing.
 */
export async function screensOf(server: TestServer): Promise<Map<string, string[]>> {
  await server.graphql(
    `mutation ($policy: PutPolicyInput!, $resources: UploadResourcesInput!, $search: PutSavedQueryInput!) {
      putPolicy(input: $policy) { id }
      uploadResources(input: $resources) { verdict }
      putSavedQuery(input: $search) { savedQuery { id } }
    }`,
    {
      policy: {
        id: policy,
        isNew: true,
        enabled: true,
        severity: 'HIGH',
        resourceTypes: ['AWS.S3.Bucket'],
        body: 'def policy(resource):\n    return resource["Encrypted"]\n',
      },
      resources: {
        resources: [
          { id: resource, type: 'AWS.S3.Bucket', attributes: { Name: 'bucket', Encrypted: false } },
        ],
      },
      search: {
        name: 'Sign-ins of the last day, by address and by who signed in',
        queryKind: 'pantherflow',
        query: 'panther_logs.public.okta_systemlog | limit 10',
      },
    },
  );
  const { addDestination } = await server.graphql<{ addDestination: { outputId: string } }>(
    'mutation ($input: DestinationInput!) { addDestination(input: $input) { outputId } }',
    {
      input: {
        displayName: 'The room of those on duty',
        outputType: 'customwebhook',
        outputConfig: { webhookURL: 'https://example.com/hook' },
        alertTypes: ['RULE', 'SYSTEM_ERROR'],
        defaultForSeverity: ['CRITICAL'],
        logTypes: [],
      },
    },
  );
  const { createAPIToken } = await server.graphql<{ createAPIToken: { token: { id: string } } }>(
    'mutation ($input: CreateAPITokenInput!) { createAPIToken(input: $input) { token { id } } }',
    {
      input: {
        name: 'The build server that uploads detections from the main branch',
        permissions: ['BulkUpload', 'RuleRead', 'PolicyRead', 'AlertRead'],
        allowedCIDRBlocks: ['198.51.100.0/24', '2001:db8:4::/48', '203.0.113.7/32'],
      },
    },
  );
  const { createReplay } = await server.graphql<{ createReplay: { replay: { id: string } } }>(
    'mutation ($input: CreateReplayInput!) { createReplay(input: $input) { replay { id } } }',
    { input: { detectionId: rule, logTypes: ['AWS.CloudTrail'], maxSizeInGB: 1 } },
  );
  const { replay } = await eventually(
    () =>
      server.graphql<{ replay: { state: string; alerts: { edges: { node: { id: string } }[] } } }>(
        'query ($id: ID!) { replay(id: $id) { state alerts { edges { node { id } } } } }',
        { id: createReplay.replay.id },
      ),
    (reply) => reply.replay.state === 'DONE',
    120_000,
  );
  const found = await server.graphql<Found>(`{
    alerts(input: { pageSize: 50 }) { edges { node { id title } } }
    sources { integrationId integrationLabel }
    listDataModels { models { id } }
    listGlobalHelpers { id }
    roles { id name }
  }`);
  const alert = found.alerts.edges.find(({ node }) => node.title.includes('many secrets'))?.node.id;
  const source = found.sources.find(({ integrationLabel }) => integrationLabel.includes('CloudTrail'));
  const values: Record<string, string | undefined> = {
    alertId: alert,
    policyId: policy,
    ruleId: rule,
    replayId: createReplay.replay.id,
    modelId: found.listDataModels.models[0]?.id,
    helperId: found.listGlobalHelpers[0]?.id,
    destinationId: addDestination.outputId,
    sourceId: source?.integrationId,
    schemaId: 'AWS.CloudTrail',
    resourceId: resource,
    roleId: found.roles.find(({ name }) => name === 'Analyst')?.id,
    tokenId: createAPIToken.token.id,
  };
  const variants: Record<string, string[]> = {
    '/$': ['/nowhere/'],
    '/alerts-and-errors/$alertId/$section': ['events', 'summary', 'context', 'destinations', 'activity'].map(
      (section) => `/alerts-and-errors/${alert}/${section}/`,
    ),
    '/build/detections/rules/$ruleId/replay/$replayId/alert/$alertId': [
      `/build/detections/rules/${rule}/replay/${createReplay.replay.id}/alert/${replay.alerts.edges[0]?.node.id}/`,
    ],
    '/build/detections/new': ['', '?isSimpleDetection=true', '?type=POLICY', '?type=SCHEDULED_RULE'].map(
      (search) => `/build/detections/new/${search}`,
    ),
    '/settings/users/': ['', '?invite=true'].map((search) => `/settings/users/${search}`),
    '/documentation/$page': ['searching', 'settings', 'detections'].map((page) => `/documentation/${page}/`),
    '/configure/destinations/new/$type': ['/configure/destinations/new/customwebhook/'],
    '/configure/log-sources/add-new-source/$type': ['/configure/log-sources/add-new-source/HTTP/'],
    '/investigate/search': [
      '/investigate/search/',
      '/investigate/search/?q=203.0.113.66&timeFrame=Last24Hours',
      `/investigate/search/?usePantherFlow=true&pantherFlowInput=${encodeURIComponent('panther_logs.public.okta_systemlog\n| summarize agg.count() by eventType')}`,
      '/investigate/search/?mode=sql&q=select%201%20as%20one',
    ],
    '/investigate/indicator-search': ['/investigate/indicator-search/?q=203.0.113.66&timeFrame=Last24Hours'],
  };
  const addressOf = (route: string) => {
    const path = route.replace(/\/$/, '').replaceAll(/\$(\w+)/g, (param, name: string) => {
      const value = values[name];
      return value === undefined ? param : encodeURIComponent(value);
    });
    return `${path}/`;
  };
  return new Map(
    consoleRoutes().map((route) => [
      route,
      variants[route] ?? [addressOf(route)].filter((address) => !address.includes('$')),
    ]),
  );
}
