import { afterAll, expect, it, vi } from 'vitest';
import type { Catalog } from '@margay/model';
import { readQueryInfo } from './flow-functions.ts';
import { flowEngineLoader } from './load-engine.ts';

const ofTheWindow = globalThis.pantherFlow;
afterAll(() => {
  globalThis.pantherFlow = ofTheWindow;
});

it('[001-2.47] is uninitialized, then loading, then available', async () => {
  const loader = flowEngineLoader();
  expect(loader.state()).toBe('uninitialized');
  const loading = loader.load();
  expect(loader.state()).toBe('loading');
  expect(await loader.load()).toBe(await loading);
  expect(loader.state()).toBe('available');
  expect(loader.engine()).toBe(await loading);
});

it('only logs that it cannot be loaded, and can be tried again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const from = vi.fn(() => import('./flow-engine.ts')).mockRejectedValueOnce(new Error('no such file'));
  const loader = flowEngineLoader(from);
  expect(await loader.load()).toBeUndefined();
  expect(log.mock.calls.flat().join(' ')).toContain('no such file');
  expect(loader.state()).toBe('uninitialized');
  expect(await loader.load()).toBeDefined();
});

const catalog: Catalog = { tables: () => [], find: () => undefined };

it('[001-7.38] [001-7.40] is reached through global functions, which ask nobody', async () => {
  const asks = vi.spyOn(globalThis, 'fetch');
  await flowEngineLoader().load();
  asks.mockClear();
  const flow = globalThis.pantherFlow!;
  flow.registerTables(catalog);
  flow.updateTime(new Date('2026-11-20T09:00:00Z'));
  const text = 'aws_alb | where strings.contains(type, ';
  expect(flow.autocomplete('aws_alb | wh', 12)?.items.map(({ label }) => label)).toContain('where');
  expect(flow.hover(text, text.indexOf('where') + 1)).toBeDefined();
  expect(flow.signatureHelp(text, text.length)?.active).toBe(1);
  expect(flow.inlayHints("t | where strings.contains(a, 'b')").length).toBeGreaterThan(0);
  expect(flow.queryInfo('| where p_event_time > time.ago(1h)').time?.start?.ms).toBe(
    Date.parse('2026-11-20T08:00:00Z'),
  );
  const charted = flow.setVisualize('aws_alb', { chart: 'bar' });
  expect(flow.getVisualize(charted)).toEqual({ chart: 'bar' });
  expect(asks).not.toHaveBeenCalled();
});

it('[001-8.19] says that it is not loaded yet, or gave no response', async () => {
  await flowEngineLoader().load();
  const loaded = globalThis.pantherFlow;
  globalThis.pantherFlow = undefined;
  expect(() => readQueryInfo('t', catalog, new Date())).toThrow('not loaded yet');
  globalThis.pantherFlow = { ...loaded!, queryInfo: () => undefined as never };
  expect(() => readQueryInfo('t', catalog, new Date())).toThrow('no response');
});
