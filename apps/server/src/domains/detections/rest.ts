import { readContentZip, writeContent, writeContentZip } from '@margay/detect/content';
import { readFile } from 'node:fs/promises';
import { actorOf } from '../../api/context.ts';
import type { RestRoutes } from '../../api/rest-routes.ts';
import { detectionsAccess } from './access.ts';
import { assertMayUpload, uploadContent } from './upload.ts';

/** Detection content as zips: in as the request's body, out as the answer's. */
export function detectionRoutes(routes: RestRoutes): void {
  routes.post('/internal/detections/upload', detectionsAccess.validateUpload, async (c) => {
    const actor = actorOf(c.var);
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

  routes.get('/internal/detections/download', detectionsAccess.download, async (c) => {
    const actor = actorOf(c.var);
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
