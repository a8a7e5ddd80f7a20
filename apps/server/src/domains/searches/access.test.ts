import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../api/actor.ts';
import {
  ada,
  bob,
  ended,
  eve,
  form,
  openCount,
  openLog,
  openSearchPlace,
  secretCount,
  sql,
  type SearchPlace,
} from './testing.ts';

let place: SearchPlace;
beforeAll(async () => {
  place = await openSearchPlace();
});
afterAll(() => place.remove());

describe('log-type access', () => {
  const everythingIn = (value: unknown) => JSON.stringify(value).toLowerCase();

  it('[001-6.12] hides a forbidden log type in results, counts and tables alike', async () => {
    const { id } = await place.searches.start(eve, form());
    for (const component of ['timeline', 'detailsAscending', 'detailsDescending', 'summary'] as const) {
      const view = await ended(place, eve, { id, component, pageSize: 1000 });
      expect(view.status).toBe('succeeded');
      expect(everythingIn(view.result?.page)).not.toContain('secret');
      if (component === 'timeline') expect(view.result?.page.rowCount).toBe(openCount);
    }
    expect(everythingIn(place.searches.databases(eve))).not.toContain('secret');
    expect(everythingIn(place.searches.databases(ada))).toContain('secret_vault');
    const views = await place.searches.runSql(eve, {
      language: 'sql',
      text: 'select p_log_type, count(*) as n from panther_views.public.all_logs group by p_log_type',
    });
    expect(views.rows).toEqual([[openLog, openCount]]);
  });

  it('answers for a forbidden table as for one that does not exist', async () => {
    const faultOf = async (table: string) => {
      const fault = await place.searches
        .runSql(eve, { language: 'sql', text: `select * from ${table}` })
        .then(
          () => undefined,
          (thrown: Error & { code?: string; details?: { diagnostics?: unknown } }) => ({
            code: thrown.code,
            message: thrown.message,
            details: thrown.details,
          }),
        );
      return JSON.stringify(fault).replaceAll(table, 'TABLE');
    };
    const forbidden = await faultOf('secret_vault');
    expect(forbidden).toContain('InvalidInput');
    expect(forbidden).toBe(await faultOf('absent_vault'));
    await expect(place.searches.start(eve, form({ tables: ['secret_vault'] }))).rejects.toMatchObject({
      message: 'Invalid table(s): secret_vault',
    });
    await expect(place.searches.start(eve, form({ tables: ['absent_vault'] }))).rejects.toMatchObject({
      message: 'Invalid table(s): absent_vault',
    });
    const typo = place.searches.check(eve, sql('select * from secret_vaul'));
    expect(JSON.stringify(typo.map(({ suggestion, message }) => [suggestion, message]))).not.toContain(
      'secret_vault',
    );
  });

  it("applies the opener's own access to a search opened by its id, and hides what the author found", async () => {
    const { id } = await place.searches.start(ada, form());
    const own = await ended(place, ada, { id, component: 'timeline' });
    expect(own.result?.page.rowCount).toBe(openCount + secretCount);
    const opened = await ended(place, eve, { id, component: 'timeline' });
    expect(opened.result?.page.rowCount).toBe(openCount);
    expect(opened.record).toMatchObject({ rowCount: null, bytesScanned: 0, elapsedMs: 0 });
    // The history is written beside the answer.
    await vi.waitFor(async () => {
      const seenByBob = await place.searches.byId(bob, id);
      expect(seenByBob?.record.rowCount).toBe(openCount + secretCount);
    }, 20_000);
    expect((await place.searches.byId(eve, id))?.record.rowCount).toBeNull();

    const forbidden = await place.searches.start(ada, sql('select * from secret_vault'));
    const refused = await ended(place, eve, { id: forbidden.id, component: 'detailsAscending' });
    expect(refused.status).toBe('failed');
    expect(refused.result).toBeUndefined();
    const narrowed: Actor = { ...ada, logTypeAccess: { kind: 'DENY_ALL', logTypes: [] } };
    expect(await ended(place, narrowed, { id, component: 'timeline' })).toMatchObject({ status: 'failed' });
  });
});
