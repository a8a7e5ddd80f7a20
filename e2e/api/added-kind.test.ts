import { readContentZip, writeContentZip } from '@margay/detect/content';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudTrailLine } from '../support/cloudtrail.ts';
import { eventually, startTestServer, type TestServer } from '../support/server.ts';
import { createHttpSource, sendLines } from '../support/source.ts';

/*
 * A kind of detection that the product does not know, by a folder of its own (`e2e/toy-kind`) and one line in each list of
 * kinds. It comes through the real server as those of the product do.
 */

const token = 'AKIACANARY0000000001';
const yaml = (id: string, tokens = `[${token}]`) => `AnalysisType: canary
CanaryID: ${id}
DisplayName: Key in the wiki
Enabled: true
Severity: High
LogTypes: [AWS.CloudTrail]
Tokens: ${tokens}
Tests:
  - Name: touched
    ExpectedResult: true
    Log: { userIdentity: { accessKeyId: ${token} } }
`;
const touched = {
  name: 'touched',
  expectedResult: true,
  resource: JSON.stringify({ userIdentity: { accessKeyId: token } }),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ preload: new URL('../toy-kind/with-canary.ts', import.meta.url).href });
});
afterAll(() => server.stop());

interface Verdicts {
  verdicts: { id: string; kind: string; verdict: string; change: string | null; reason: string }[];
  result: Record<string, { new: number }>;
}
async function upload(text: string, query = ''): Promise<Verdicts> {
  const zip = await writeContentZip([{ path: 'canaries/wiki.yml', text }]);
  const reply = await server.fetch(`/internal/detections/upload${query}`, {
    method: 'POST',
    body: new Uint8Array(zip).buffer,
  });
  return (await reply.json()) as Verdicts;
}
const listed = async (input: string) =>
  (
    await server.graphql<{ detections: { detections: { id: string }[] } }>(
      `{ detections(input: ${input}) { detections { id } } }`,
    )
  ).detections.detections.map(({ id }) => id);

describe('a kind of detection that is added by one folder', () => {
  it('is validated, and uploaded as a zip', async () => {
    expect((await upload(yaml('Wiki.Key', '[]'), '?validate-only=true')).verdicts).toMatchObject([
      { id: 'Wiki.Key', verdict: 'refused', reason: expect.stringContaining('The canary has no token.') },
    ]);
    expect((await upload(yaml('Wiki.Key'), '?validate-only=true')).verdicts).toMatchObject([
      { kind: 'canary', verdict: 'stored', change: 'new', reason: '' },
    ]);
    expect(await listed('{ analysisTypes: [CANARY] }')).toEqual([]);
    const { verdicts, result } = await upload(yaml('Wiki.Key'));
    expect(verdicts).toMatchObject([
      { id: 'Wiki.Key', kind: 'canary', verdict: 'stored', change: 'new', reason: '' },
    ]);
    expect(result['rules']?.new).toBe(1);
    expect((await upload(yaml('Wiki.Key'))).verdicts).toMatchObject([{ change: 'unchanged' }]);
  });

  it('is in the list, under its own filter, and is read as a rule', async () => {
    expect(await listed('{ analysisTypes: [CANARY] }')).toEqual(['Wiki.Key']);
    expect(await listed('{ analysisTypes: [RULE] }')).not.toContain('Wiki.Key');
    expect(await listed('{ nameContains: "wiki" }')).toContain('Wiki.Key');
    const { rule, detection } = await server.graphql<Record<'rule' | 'detection', unknown>>(
      `{ rule(input: { id: "Wiki.Key" }) { analysisType displayName severity body logTypes loadError tests { name } }
         detection(input: { id: "Wiki.Key" }) { __typename analysisType } }`,
    );
    expect(rule).toEqual({
      analysisType: 'CANARY',
      displayName: 'Key in the wiki',
      severity: 'HIGH',
      body: token,
      logTypes: ['AWS.CloudTrail'],
      loadError: null,
      tests: [{ name: 'touched' }],
    });
    expect(detection).toEqual({ __typename: 'Rule', analysisType: 'CANARY' });
    const { detectionProfiles } = await server.graphql<{ detectionProfiles: unknown[] }>(
      '{ detectionProfiles { id kind } }',
    );
    expect(detectionProfiles).toContainEqual({ id: 'Wiki.Key', kind: 'CANARY' });
  });

  it('runs its tests as it would run', async () => {
    const run = async (body: string) =>
      (
        await server.graphql<{ testDetection: { results: unknown[] } }>(
          'mutation ($input: PutRuleInput!) { testDetection(input: $input) { results { name passed error } } }',
          {
            input: {
              id: 'Wiki.Key',
              analysisType: 'CANARY',
              enabled: true,
              severity: 'HIGH',
              logTypes: ['AWS.CloudTrail'],
              body,
              tests: [touched],
            },
          },
        )
      ).testDetection.results;
    expect(await run(token)).toEqual([{ name: 'touched', passed: true, error: null }]);
    expect(await run('AKIAOTHER')).toMatchObject([{ passed: false }]);
  });

  it('is saved by the editor and changed with others, with versions', async () => {
    const put = 'mutation ($input: PutRuleInput!) { putRule(input: $input) { analysisType body severity } }';
    const input = {
      id: 'Office.Key',
      isNew: true,
      analysisType: 'CANARY',
      enabled: true,
      severity: 'LOW',
      logTypes: ['AWS.CloudTrail'],
      body: 'AKIAOFFICE',
    };
    expect(await server.graphql(put, { input })).toEqual({
      putRule: { analysisType: 'CANARY', body: 'AKIAOFFICE', severity: 'LOW' },
    });
    const [refusal] = await server.refusals(put, { input: { ...input, isNew: false, body: '' } });
    expect(refusal?.message).toContain('Name at least one token.');
    const edited = await server.graphql(
      'mutation ($input: EditDetectionsInput!) { editDetections(input: $input) { ids } }',
      { input: { ids: ['Office.Key'], severity: 'MEDIUM', addTags: ['bait'] } },
    );
    expect(edited).toEqual({ editDetections: { ids: ['Office.Key'] } });
    const { detectionVersions } = await server.graphql<{ detectionVersions: unknown[] }>(
      '{ detectionVersions(id: "Office.Key") { versionId } }',
    );
    expect(detectionVersions).toHaveLength(2);
    expect(await listed('{ analysisTypes: [CANARY], severity: [MEDIUM], tags: ["bait"] }')).toEqual([
      'Office.Key',
    ]);
    await server.graphql(
      'mutation { setDetectionsEnabled(input: { ids: ["Office.Key"], enabled: false }) { ids } }',
    );
    expect(await listed('{ analysisTypes: [CANARY], enabled: false }')).toEqual(['Office.Key']);
    const [noBase] = await server.refusals(put, {
      input: { id: 'Derived.Key', isNew: true, enabled: true, severity: 'LOW', baseDetection: 'Office.Key' },
    });
    expect(noBase?.message).toContain('Office.Key is a canary. Choose a rule that is not derived.');
    await server.graphql('mutation { deleteDetections(input: { ids: ["Office.Key"] }) { ids } }');
    expect(await listed('{ analysisTypes: [CANARY] }')).toEqual(['Wiki.Key']);
  });

  it('is downloaded as files that it is read from again', async () => {
    const reply = await server.fetch('/internal/detections/download?id=Wiki.Key');
    const files = await readContentZip(new Uint8Array(await reply.arrayBuffer()));
    expect(files.map(({ path }) => path)).toEqual(['canaries/Wiki.Key.yml']);
    expect(files[0]?.text).toContain(token);
    expect((await upload(files[0]?.text ?? '')).verdicts).toMatchObject([{ change: 'unchanged' }]);
  });

  it('raises alerts of its own type, which the filter by type finds', async () => {
    const sourceId = await createHttpSource(server, 'cloudtrail', ['AWS.CloudTrail']);
    const line = cloudTrailLine({ userIdentity: { type: 'IAMUser', accessKeyId: token } });
    expect(await sendLines(server, sourceId, [line, cloudTrailLine()])).toBe(200);
    const alerts = async (subtypes: string) =>
      (
        await server.graphql<{ alerts: { edges: { node: unknown }[] } }>(
          `{ alerts(input: { subtypes: [${subtypes}] }) { edges { node { type title eventCount origin { ... on Rule { id analysisType } } } } } }`,
        )
      ).alerts.edges.map(({ node }) => node);
    expect(
      await eventually(
        () => alerts('CANARY'),
        (found) => found.length > 0,
        120_000,
      ),
    ).toMatchObject([
      {
        type: 'CANARY',
        title: `The canary ${token} was touched`,
        eventCount: 1,
        origin: { id: 'Wiki.Key', analysisType: 'CANARY' },
      },
    ]);
    expect(await alerts('RULE')).toEqual([]);
  });

  it('is replayed over stored events by what its own text means', async () => {
    const { createReplay } = await server.graphql<{ createReplay: { replay: { id: string } } }>(
      'mutation { createReplay(input: { detectionId: "Wiki.Key", logTypes: ["AWS.CloudTrail"], maxSizeInGB: 1 }) { replay { id } } }',
    );
    const replay = () =>
      server.graphql<{ replay: { state: string; error: string | null; alerts: { edges: unknown[] } } }>(
        `{ replay(id: "${createReplay.replay.id}") { state error alerts { edges { node { title } } } } }`,
      );
    const { state, error, alerts } = (
      await eventually(replay, ({ replay: { state: now } }) => !now.endsWith('IN_PROGRESS'), 120_000)
    ).replay;
    expect({ state, error, alerts: alerts.edges }).toEqual({
      state: 'DONE',
      error: null,
      alerts: [{ node: { title: `The canary ${token} was touched` } }],
    });
  });
});
