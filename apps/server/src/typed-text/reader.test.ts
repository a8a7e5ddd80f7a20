import { openChanges } from '@margay/store';
import { permissions } from '@margay/auth';
import { writeContentZip } from '@margay/detect/content';
import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConsole, person } from '../api/testing-console.ts';
import { createTestAuditLog } from '../domains/audit-log/testing.ts';
import { idleEngine, openTestDetections, type TestDetections } from '../domains/detections/testing.ts';
import { createSchemasService } from '../domains/schemas/service.ts';
import { schemaTask } from '../domains/schemas/text-tasks.ts';
import { longestTexts } from './limits.ts';
import { createTextReader } from './reader.ts';

const lines = (line: (index: number) => string) => {
  let text = '';
  for (let index = 0; text.length < 400_000; index++) text += `${line(index)}\n`;
  return text;
};

/** Each took the parser, or what follows it, many seconds. */
const hostile: Record<string, string> = {
  'keys nobody knows': lines((i) => `k${i}: v`),
  'anchors and aliases in pairs': lines((i) => `- &a${i} x\n- *a${i}`),
  'brackets that never close': '['.repeat(200_001),
};

/** The longest time in which nothing else had its turn. */
async function longestGap<T>(work: () => Promise<T>): Promise<{ result: T; gapMs: number }> {
  let gapMs = 0;
  let last = performance.now();
  const beat = () => {
    const now = performance.now();
    gapMs = Math.max(gapMs, now - last);
    last = now;
  };
  const timer = setInterval(beat, 10);
  try {
    return { result: await work(), gapMs };
  } finally {
    beat();
    clearInterval(timer);
  }
}

describe('typed text', () => {
  let domain: TestDetections;
  let ask: ReturnType<typeof askConsole>;
  const texts = createTextReader();
  const reader = person('ada', new Set(['LogSourceRead', 'RuleRead']));
  const writer = person('eve', new Set(permissions));

  beforeAll(async () => {
    domain = await openTestDetections(idleEngine);
    const { store, detections } = domain;
    const schemas = createSchemasService({
      store,
      changes: await openChanges({ store, logger: silentLogger }),
      texts,
      audit: createTestAuditLog(store),
    });
    ask = askConsole({ schemas, detections });
  });
  afterAll(async () => {
    await domain.close();
    await texts.close();
  });

  const checkSchema = (spec: string) =>
    ask(
      'query ($spec: String!) { schemaProblems(input: {name: "Custom.A", spec: $spec}) { message } }',
      { spec },
      reader,
    );
  const convert = (simpleDetectionBody: string) =>
    ask(
      'mutation ($body: String!) { convertDetection(input: {simpleDetectionBody: $body}) { error { message } } }',
      { body: simpleDetectionBody },
      reader,
    );

  it.each(Object.entries(hostile))(
    'that is hostile holds up nobody: %s',
    async (_, text) => {
      const { result, gapMs } = await longestGap(() => Promise.all([checkSchema(text), convert(text)]));
      expect(gapMs).toBeLessThan(3_000);
      const [schema, conversion] = result;
      expect(JSON.stringify([schema.errors ?? schema.data['schemaProblems'], schema.errors])).toMatch(
        /message/,
      );
      expect(JSON.stringify(conversion)).toContain(`more than ${longestTexts.yamlList} characters`);
    },
    60_000,
  );

  it('of a detection has a limit for each field, told by its name', async () => {
    const rule = { id: 'Long', enabled: true, severity: 'INFO', isNew: true, body: '' };
    const put = (input: object) =>
      ask(
        'mutation ($input: PutRuleInput!) { putRule(input: $input) { __typename } }',
        { input: { ...rule, ...input } },
        writer,
      );
    for (const field of ['simpleDetectionBody', 'inlineFilters', 'dynamicAlertContext']) {
      const { errors } = await put({
        simpleDetectionBody: '- {KeyPath: a, Condition: Exists}',
        [field]: '['.repeat(longestTexts.yamlList + 1),
      });
      expect(errors?.[0]?.message).toContain(
        `${field}: It has more than ${longestTexts.yamlList} characters`,
      );
      expect(errors?.[0]?.extensions.details).toEqual({ field });
    }
  });

  it('that is long is drawn beside everything else too, once for all fields of its detection', async () => {
    const definition = { simpleDetectionBody: '- {KeyPath: a, Condition: Exists}\n'.repeat(5_000) };
    const { result, gapMs } = await longestGap(() =>
      Promise.all([domain.detections.draw(definition), domain.detections.draw(definition)]),
    );
    expect(gapMs).toBeLessThan(3_000);
    expect(result[0]).toBe(result[1]);
    expect(result[0].view).not.toBeNull();
  }, 60_000);

  it('of an upload is read beside everything else, zipped and not, and each bad file is named', async () => {
    const files = Object.values(hostile).map((text, index) => ({ path: `rules/${index}.yml`, text }));
    const zip = await writeContentZip([
      ...files,
      { path: 'rules/good.py', text: 'def rule(event):\n    return True\n' },
      {
        path: 'rules/good.yml',
        text: 'AnalysisType: rule\nRuleID: Good\nFilename: good.py\nEnabled: true\nSeverity: Info\nLogTypes: [AWS.CloudTrail]\n',
      },
    ]);
    const { result, gapMs } = await longestGap(() =>
      ask(
        'mutation ($data: String!) { uploadDetectionContent(input: {data: $data}) { verdicts { id file verdict } } }',
        { data: Buffer.from(zip).toString('base64') },
        writer,
      ),
    );
    expect(gapMs).toBeLessThan(3_000);
    expect(result.errors).toBeUndefined();
    expect(JSON.stringify(result.data)).toContain('"id":"Good","file":"rules/good.yml","verdict":"stored"');
    expect(JSON.stringify(result.data)).toContain('"verdict":"refused"');
  }, 120_000);
});

describe('the reader', () => {
  const about = { what: 'Schema Custom.A', who: 'ada' };
  const endless = { spec: `a: ${'['.repeat(900_000)}`, owner: 'user' as const };

  it('ends what takes too long, says so, and goes on', async () => {
    const hasty = createTextReader(1);
    await expect(hasty.read(schemaTask, endless, about)).rejects.toMatchObject({
      kind: 'invalid-input',
      code: 'TextTooComplex',
      message: expect.stringMatching(/^Schema Custom\.A takes more than/),
    });
    await hasty.close();
    const patient = createTextReader();
    const good = {
      spec: 'version: 0\nschema: Custom.A\nfields:\n  - {name: a, type: string}\n',
      owner: 'user' as const,
    };
    const [read] = await Promise.all([
      patient.read(schemaTask, good, about),
      patient.read(schemaTask, good, about),
    ]);
    expect(read.problems).toEqual([]);
    expect(read).toMatchObject({ schema: { name: 'Custom.A' } });
    await patient.close();
  });

  it('takes no more than a few texts of one person at a time, and those of others still', async () => {
    const shared = createTextReader();
    const input = { spec: 'a: b', owner: 'user' as const };
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 30 }, () => shared.read(schemaTask, input, about)),
      shared.read(schemaTask, input, { ...about, who: 'eve' }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    expect(outcomes.at(-1)?.status).toBe('fulfilled');
    expect(outcomes[20]).toMatchObject({ reason: { code: 'TooManyTexts', retryAfterSeconds: 1 } });
    expect((await shared.read(schemaTask, input, about)).problems).not.toEqual([]);
    await shared.close();
  });

  it('names a task that its module does not export under its name', async () => {
    const texts = createTextReader();
    const lost = { ...schemaTask, name: 'lostTask' };
    await expect(texts.read(lost, { spec: 'a: b', owner: 'user' }, about)).rejects.toThrow(
      `The text task lostTask is not exported under its name by ${schemaTask.module}`,
    );
    await texts.close();
  });
});
