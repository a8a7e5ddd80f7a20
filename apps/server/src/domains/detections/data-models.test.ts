import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import type { Services } from '../../services.ts';
import { importedModules } from './helper-users.ts';
import { actorWith, everyKind, openTestDetections, type TestDetections } from './testing.ts';

let test: TestDetections;
const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: false });

type Answer = Record<string, unknown>;
async function ask(query: string, variables: Answer = {}, held = actorWith()) {
  const services = { detections: test.detections } as unknown as Services;
  const { body } = await handle({ query, variables }, { actor: held, services });
  const { data, errors } = body as { data: Answer | null; errors?: { message: string }[] };
  if (errors?.[0]) throw new Error(errors[0].message);
  return Object.values(data ?? {})[0];
}

beforeAll(async () => {
  test = await openTestDetections();
  await test.upload({
    ...everyKind,
    'rule.py': 'from my_helper import yes\n\ndef rule(event):\n    return yes()\n',
  });
}, 60_000);
afterAll(() => test.close());

const preview = (input: Answer) =>
  ask(
    `query ($input: PreviewDataModelInput!) { previewDataModel(input: $input) {
      error line mappings { name value error traceback } } }`,
    { input: { id: 'Draft.Model', logTypes: ['AWS.CloudTrail'], ...input } },
  );
const event = JSON.stringify({ user: { id: 'ana', groups: ['a', 'b'] }, empty: null });

describe('previewDataModel', () => {
  it('gives what each mapping reads in the event, by path and by method', async () => {
    const body = `from my_helper import yes


def title(event):
    return {"by": event.udm("actor"), "type": event.get("p_log_type"), "helped": yes()}


def broken(event):
    return event["nothing"]
`;
    const mappings = [
      { name: 'actor', path: 'user.id' },
      { name: 'groups', path: '$.user.groups' },
      { name: 'gone', path: 'user.mail' },
      { name: 'empty', path: 'empty' },
      { name: 'who', method: 'title' },
      { name: 'broken', method: 'broken' },
      { name: 'many', path: 'user.groups[*]' },
    ];
    expect(await preview({ body, mappings, event })).toEqual({
      error: null,
      line: null,
      mappings: [
        { name: 'actor', value: '"ana"', error: null, traceback: null },
        { name: 'groups', value: '["a","b"]', error: null, traceback: null },
        { name: 'gone', value: null, error: null, traceback: null },
        { name: 'empty', value: 'null', error: null, traceback: null },
        {
          name: 'who',
          value: '{"by":"ana","type":"AWS.CloudTrail","helped":true}',
          error: null,
          traceback: null,
        },
        {
          name: 'broken',
          value: null,
          error: expect.stringContaining('nothing'),
          traceback: expect.anything(),
        },
        {
          name: 'many',
          value: null,
          error: expect.stringContaining('2 values'),
          traceback: expect.anything(),
        },
      ],
    });
  });

  it('says which function is missing, and why a body does not load', async () => {
    const mappings = [
      { name: 'actor', path: 'user.id' },
      { name: 'kind', method: 'kind_of' },
    ];
    expect(await preview({ mappings, event, body: 'x = 1\n' })).toMatchObject({
      error: null,
      mappings: [{ value: '"ana"' }, { error: 'NameError: the body has no function kind_of' }],
    });
    expect(await preview({ mappings, event, body: 'x = 1\ny = 1 / 0\n' })).toMatchObject({
      error: 'ZeroDivisionError: division by zero',
      line: 2,
      mappings: [],
    });
    expect(await preview({ mappings, event, body: 'def kind_of(\n' })).toMatchObject({
      line: 1,
      mappings: [],
    });
  });

  it('refuses what is no event', async () => {
    await expect(preview({ mappings: [], event: '[1]' })).rejects.toThrow('must be a JSON object');
    await expect(preview({ mappings: [], event: '{' })).rejects.toThrow('is not JSON');
  });
});

describe('putDataModel', () => {
  const put = (input: Answer) =>
    ask(`mutation ($input: PutDataModelInput!) { putDataModel(input: $input) { id enabled } }`, {
      input: { isNew: true, enabled: true, logTypes: ['Okta.SystemLog'], mappings: [], ...input },
    });

  it('refuses a second enabled model of a log type, and takes it disabled', async () => {
    const second = { id: 'Second.Model', logTypes: ['AWS.CloudTrail'] };
    await expect(put(second)).rejects.toThrow('AWS.CloudTrail has the data model My.Model already');
    expect(await put({ ...second, enabled: false })).toEqual({ id: 'Second.Model', enabled: false });
    await expect(
      ask('mutation { setDetectionsEnabled(input: { ids: ["Second.Model"], enabled: true }) { ids } }'),
    ).rejects.toThrow('has the data model My.Model already');
  });

  it('refuses names that are missing or there twice, and models without a log type', async () => {
    const twice = [
      { name: 'actor', path: 'a' },
      { name: 'actor', path: 'b' },
    ];
    await expect(put({ id: 'M', mappings: twice })).rejects.toThrow('the name actor is there twice');
    await expect(put({ id: 'M', mappings: [{ name: ' ', path: 'a' }] })).rejects.toThrow('needs a name');
    await expect(put({ id: 'M', logTypes: [] })).rejects.toThrow('choose at least one log type');
  });
});

describe('helpers', () => {
  it('know what imports them, of what the caller may read', async () => {
    const query = '{ listGlobalHelpers { id usedBy { id kind enabled } } }';
    const [helper] = (await ask(query)) as { usedBy: Answer[] }[];
    // The rule's file is shared by the scheduled rule.
    expect(helper?.usedBy.map(({ id, kind }) => `${String(kind)} ${String(id)}`)).toEqual([
      'RULE My.Rule',
      'SCHEDULED_RULE My.Scheduled',
    ]);
  });

  it('finds imports in a time that grows with the text, whatever the lines hold', () => {
    const word = 'a'.repeat(300_000);
    expect([...importedModules(`from ${word} import`)]).toEqual([word]);
    expect([...importedModules(`from ${word}\nfrom ${'a.'.repeat(150_000)} x\nimport os`)]).toEqual(['os']);
  });

  it('are found in every form of import', () => {
    const body = `import a, b.c as d\nfrom e import f\nfrom g.h import (\n    i,\n)\ndef x():\n    import j\n# import k\n"import l"\n`;
    expect([...importedModules(body)]).toEqual(['a', 'b', 'e', 'g', 'j']);
  });
});
