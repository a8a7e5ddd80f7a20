import { afterAll, describe, expect, it } from 'vitest';
import { createReplyReader, pulledReply } from './reply-reader.ts';

describe('the reader of replies', () => {
  const patient = createReplyReader({ ...pulledReply, deadlineMs: 60_000 });
  const hasty = createReplyReader({ ...pulledReply, deadlineMs: 1 });
  afterAll(() => Promise.all([patient.close(), hasty.close()]));
  const large = Buffer.from(`[${'{"n":1.50},'.repeat(9_999)}{"n":2}]`);

  it('gives what a large reply holds, and the words of a refusal, as for a small one', async () => {
    const found = await patient.read(large, { host: 'api.example' });
    expect(found.recordCount).toBe(10_000);
    expect(Buffer.from(found.body).toString()).toMatch(/^\{"n":1\.50\}\n.*\{"n":2\}\n$/s);
    for (const text of ['{}', `{"x": "${'x'.repeat(100_000)}"}`])
      await expect(patient.read(Buffer.from(text), { host: 'api.example' })).rejects.toMatchObject({
        code: 'PullNeedsAttention',
        message: expect.stringContaining('an object at its top'),
      });
  });

  it('ends the reading that takes too long, with a remedy', async () => {
    await expect(hasty.read(large, { host: 'api.example' })).rejects.toMatchObject({
      code: 'TextTooComplex',
      message: expect.stringMatching(/^The reply of api\.example takes more than .* Ask for smaller pages/),
    });
  });
});
