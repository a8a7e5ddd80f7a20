import { describe, expect, it, vi } from 'vitest';
import { toast } from '../ui/overlays/toast.ts';
import { csvParamsOf, downloadFile } from './csv-downloads.ts';

describe('downloads', () => {
  it('[001-8.29] [000-8.41] show why a link fails, for 5 s', async () => {
    const error = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
    const message = 'The download link has expired. Please regenerate the CSV.';
    const answer = (body: unknown) => () => Promise.resolve(Response.json(body, { status: 410 }));
    await downloadFile('/file', answer({ message }));
    await downloadFile('/file', answer([]));
    expect(error.mock.calls).toEqual([
      [{ title: 'Failed to download', durationMs: 5_000, message }],
      [{ title: 'Failed to download', durationMs: 5_000 }],
    ]);
  });

  it('[001-7.13] follow a link that works', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await downloadFile('/file', () => Promise.resolve(new Response()));
    expect(assign.mock.calls).toEqual([['/file']]);
  });

  it('[001-7.15] order a simple search by its JSON, and a query by its text', () => {
    const simple = { language: 'simplesearch', filters: '{"text":"x"}', limit: 5, sortDir: 'ascending' };
    expect(csvParamsOf(simple)).toEqual({
      language: 'simpleSearch',
      filters: '{"text":"x"}',
      sortDir: 'ascending',
    });
    expect(csvParamsOf({ language: 'pantherflow', filters: 'a | b' })).toEqual({
      language: 'pantherflow',
      filters: 'a | b',
    });
  });
});
