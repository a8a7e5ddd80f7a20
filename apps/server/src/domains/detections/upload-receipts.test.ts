import { writeContentZip } from '@margay/detect/content';
import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import type { Services } from '../../services.ts';
import {
  actorWith,
  everyKind,
  idleEngine,
  openTestDetections,
  ruleYaml,
  type TestDetections,
} from './testing.ts';
import { createUploadReceipts, type UploadReceiptsService } from './upload-receipts.ts';

let test: TestDetections;
let receipts: UploadReceiptsService;
let now = new Date('2026-03-01T00:00:00Z');
const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: false });

const receiptsOf = (over: Partial<TestDetections['detections']> = {}) =>
  createUploadReceipts({
    store: test.store,
    detections: { ...test.detections, ...over },
    clock: () => now,
    logger: silentLogger,
  });
beforeAll(async () => {
  test = await openTestDetections(idleEngine);
  receipts = receiptsOf();
});
afterAll(() => test.close());

const files = (contents: Record<string, string>) =>
  Object.entries(contents).map(([path, text]) => ({ path, text }));
const broken = { 'broken.yml': ruleYaml('Broken').replace('Severity: Low', 'Severity: Loud') };

/** An import that waits until it is let go. */
function slowImport() {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const slow = receiptsOf({
    import: async (...given) => {
      await gate;
      return test.detections.import(...given);
    },
  });
  return { slow, letGo };
}

describe('an upload in the background', () => {
  it('answers a receipt at once, and tells counts and issues when it is done, through GraphQL', async () => {
    const ask = async (query: string, variables: object) => {
      const services = { detections: test.detections, uploadReceipts: receipts } as unknown as Services;
      const context = { actor: actorWith(), services };
      const { body } = await handle({ query, variables: { ...variables } }, context);
      const { data, errors } = body as { data: Record<string, never>; errors?: { message: string }[] };
      return { answer: Object.values(data ?? {})[0] as unknown, refusal: errors?.[0]?.message };
    };
    const zip = await writeContentZip(files({ ...everyKind, ...broken }));
    const started = await ask(
      `mutation ($input: UploadDetectionEntitiesInput!) { uploadDetectionEntitiesAsync(input: $input) { receiptId status result { rules { total } } } }`,
      { input: { data: Buffer.from(zip).toString('base64') } },
    );
    expect(started.answer).toMatchObject({ status: 'NOT_PROCESSED', result: null });
    const { receiptId } = started.answer as { receiptId: string };
    await receipts.idle();
    const { answer } = await ask(
      `query ($id: ID!) { detectionEntitiesUploadStatus(receiptId: $id) { receiptId status error issues { path errorMessage }
        result { rules { total new modified } globalHelpers { new } } } }`,
      { id: receiptId },
    );
    expect(answer).toEqual({
      receiptId,
      status: 'COMPLETED',
      error: null,
      issues: [{ path: 'broken.yml', errorMessage: expect.stringContaining('Severity') }],
      result: { rules: { total: 4, new: 4, modified: 0 }, globalHelpers: { new: 1 } },
    });
    expect(await test.detections.find('My.Rule', ['RULE'])).toBeDefined();
    const noZip = await ask(
      `mutation { uploadDetectionEntitiesAsync(input: { data: "AAAA" }) { receiptId } }`,
      {},
    );
    expect(noZip.refusal).toMatch(/cannot be read/);
  });

  it('is stored one at a time; validating goes on beside it and stores nothing', async () => {
    const { slow, letGo } = slowImport();
    const first = await slow.start(actorWith(), files(everyKind));
    await expect(receipts.start(actorWith(), files(everyKind))).rejects.toThrow(/another upload/);
    const added = { 'x.py': '', 'x.yml': 'AnalysisType: global\nGlobalID: x\nFilename: x.py\n' };
    const check = await receipts.start(actorWith(), files(added), { validateOnly: true });
    await receipts.idle();
    expect(await receipts.find(actorWith(), check.receiptId)).toMatchObject({
      status: 'COMPLETED',
      result: { globalHelpers: { new: 1 } },
    });
    expect(await test.detections.find('x', ['GLOBAL'])).toBeUndefined();
    expect(await receipts.find(actorWith(), first.receiptId)).toMatchObject({ status: 'NOT_PROCESSED' });
    letGo();
    await slow.idle();
    expect(await receipts.find(actorWith(), first.receiptId)).toMatchObject({ status: 'COMPLETED' });
    expect(await receipts.start(actorWith(), [])).toMatchObject({ status: 'NOT_PROCESSED' });
    await receipts.idle();
  });

  it('of a process that is gone has failed, and holds up nobody', async () => {
    const { slow, letGo } = slowImport();
    const { receiptId } = await slow.start(actorWith(), files(everyKind));
    now = new Date(now.getTime() + 61_000);
    const gone = { status: 'FAILED', error: expect.stringContaining('The server stopped') };
    expect(await receipts.find(actorWith(), receiptId)).toMatchObject(gone);
    await receipts.start(actorWith(), []);
    await receipts.idle();
    letGo();
    await slow.idle();
    expect(await receipts.find(actorWith(), receiptId)).toMatchObject(gone);
  });

  it('that cannot be stored at all has failed, and says why to whoever made it alone', async () => {
    const failing = receiptsOf({ import: () => Promise.reject(new Error('no connection')) });
    const { receiptId } = await failing.start(actorWith(), files(everyKind));
    await failing.idle();
    expect(await failing.find(actorWith(), receiptId)).toMatchObject({
      status: 'FAILED',
      error: 'The upload failed. The log of the server says why.',
      result: null,
    });
    expect(await failing.find({ ...actorWith(), id: 'bob' }, receiptId)).toBeUndefined();
    await expect(receipts.start(actorWith(['BulkUploadValidate']), [])).rejects.toThrow(/not authorized/);
  });
});
