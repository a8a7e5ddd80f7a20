import { readContentZip, writeContent, writeContentZip } from '@margay/detect/content';
import { unauthenticated } from '@margay/kit';
import { readFile } from 'node:fs/promises';
import type { Context, Hono } from 'hono';
import type { Actor } from '../../api/actor.ts';
import { enforce } from '../../api/auth-rule.ts';
import type { ApiEnv } from '../../api/http-parts.ts';
import { assertMayUpload, uploadContent } from './upload.ts';

function signedIn(c: Context<ApiEnv>): Actor {
  if (c.var.actor === null) throw unauthenticated('Sign in to continue.');
  return c.var.actor;
}

/** Detection content as zips: in as the request's body, out as the answer's. */
export function detectionRoutes(app: Hono<ApiEnv>): void {
  app.post('/internal/detections/upload', async (c) => {
    const actor = signedIn(c);
    const options = {
      validateOnly: c.req.query('validate-only') === 'true',
      ignoreExtraKeys: c.req.query('ignore-extra-keys') === 'true',
    };
    assertMayUpload(actor, options);
    const { services } = c.var;
    const { verdicts, statistics } = await services.contentUploads.take(actor, c.req.raw.body, async (zip) =>
      uploadContent(services.detections, actor, await readContentZip(await readFile(zip)), options),
    );
    return c.json({ verdicts, result: statistics });
  });

  app.get('/internal/detections/download', async (c) => {
    const actor = signedIn(c);
    enforce(['RuleRead', 'PolicyRead', 'DataAnalyticsRead'], actor, 'the download of detection content');
    const ids = c.req.queries('id');
    const items = await c.var.services.detections.items(actor, ids);
    await c.var.services.audit.record({
      action: 'DOWNLOAD_DETECTIONS',
      actor,
      params: { input: { ids: ids ?? 'all' } },
    });
    const zip = await writeContentZip(writeContent(items));
    return c.body(new Uint8Array(zip).buffer, 200, {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="detections.zip"',
    });
  });
}
