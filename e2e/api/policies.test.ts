import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

interface Judged {
  resourcesForPolicy: { active: { fail: number; pass: number; error: number } };
  alerts: { totalItems: number };
}

const count = 240;
const resources = Array.from({ length: count }, (_, number) => ({
  id: `arn:aws:s3:::bucket/${number}`,
  type: 'AWS.S3.Bucket',
  attributes: { Name: `bucket-${number}`, Encrypted: number % 2 === 0 },
}));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('[000-1.8] judges each uploaded resource and alerts once for each failure, though the server is killed', async () => {
  await server.graphql('mutation P($input: PutPolicyInput!) { putPolicy(input: $input) { id } }', {
    input: {
      id: 'AWS.S3.Encrypted',
      isNew: true,
      enabled: true,
      severity: 'HIGH',
      resourceTypes: ['AWS.S3.Bucket'],
      body: 'def policy(resource):\n    return resource["Encrypted"]\n',
    },
  });
  const { uploadResources } = await server.graphql<{ uploadResources: { verdict: string }[] }>(
    'mutation U($input: UploadResourcesInput!) { uploadResources(input: $input) { verdict } }',
    { input: { resources } },
  );
  expect(uploadResources.filter(({ verdict }) => verdict === 'new')).toHaveLength(count);
  await server.kill();
  await server.start();
  const judged = () =>
    server.graphql<Judged>(
      `{ resourcesForPolicy(input: { policyId: "AWS.S3.Encrypted" }) { active { fail pass error } }
         alerts(input: { detectionId: "AWS.S3.Encrypted" }) { totalItems } }`,
    );
  const half = count / 2;
  await expect
    .poll(judged, { timeout: 120_000, interval: 500 })
    .toMatchObject({ resourcesForPolicy: { active: { fail: half, pass: half, error: 0 } } });
  expect(await judged()).toMatchObject({ alerts: { totalItems: half } });
}, 240_000);
