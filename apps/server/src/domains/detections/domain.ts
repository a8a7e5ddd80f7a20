import { messageOf, startHeartbeat } from '@margay/kit';
import { defineDomain } from '../../domain-contract/define-domain.ts';
import { judges } from '../../roles/judging.ts';
import { authorAccess } from './trust.ts';
import { openUploads, uploadsFolder, type Uploads } from '../../uploads/uploads.ts';
import { createDetectionCache } from './cache.ts';
import { detectionTypes } from './graphql.ts';
import { queryReach } from './query-reach.ts';
import { detectionRoutes } from './rest.ts';
import { createDetectionsService, type DetectionsService } from './service.ts';
import { createTestRunner } from './test-runner.ts';
import { createUploadReceipts, type UploadReceiptsService } from './upload-receipts.ts';
import { detectionTables } from './migrations/0003-detections.ts';
import { contentKinds } from './migrations/0008-content-kinds.ts';
import { profiles } from './migrations/0013-profiles.ts';
import { contentUploads } from './migrations/0017-content-uploads.ts';
import { textAuthors } from './migrations/0035-text-authors.ts';
import { testRuns } from './migrations/0041-test-runs.ts';
import { waiting } from './migrations/0039-waiting.ts';
import { lastAccessed } from './migrations/0019-last-accessed.ts';

declare module '../../services.ts' {
  interface Services {
    detections: DetectionsService;
    uploadReceipts: UploadReceiptsService;
    contentUploads: Uploads;
  }
}

declare module '../../domain-contract/define-domain.ts' {
  interface GraphqlTypes {
    detections: ReturnType<typeof detectionTypes>;
  }
}

/** Within this time a changed role decides where its people's rules run. */
const lookMs = 10_000;

export const detections = defineDomain({
  name: 'detections',
  buildsOn: ['api-tokens', 'audit-log', 'roles', 'searches', 'users'],
  needs: ['apiTokens', 'audit', 'roles', 'schemas', 'users'],
  migrations: [
    detectionTables,
    contentKinds,
    profiles,
    contentUploads,
    lastAccessed,
    textAuthors,
    waiting,
    testRuns,
  ],
  graphql: detectionTypes,
  rest: detectionRoutes,
  async create({
    store,
    lake,
    changes,
    audit,
    detect,
    texts,
    roles,
    schemas,
    users,
    apiTokens,
    clock,
    config,
    logger,
  }) {
    const service = createDetectionsService({
      store,
      changes,
      audit,
      engine: detect,
      logger: logger.child({ stage: 'detect' }),
      texts,
      knownLogTypes: schemas.availableNames,
      accessOf: authorAccess({ roles, users, apiTokens }),
      logTypesOfQuery: (query) => queryReach(query, lake.catalog(), clock()),
      loadsContent: judges(config),
    });
    schemas.onChange(() => service.reloadWhenStale());
    // Roles are changed without a word to anybody, also by other processes.
    const heart = judges(config)
      ? startHeartbeat(lookMs, service.reloadWhenStale, (error) =>
          logger.warn({ error: messageOf(error) }, 'what authors may read could not be looked at'),
        )
      : undefined;
    const testRunner = createTestRunner({
      store,
      engine: detect,
      runtime: service.runtime,
      clock,
      logger: logger.child({ stage: 'detect' }),
    });
    service.onChange(() => Promise.resolve(testRunner.wake()));
    const uploadReceipts = createUploadReceipts({
      store,
      detections: service,
      clock,
      logger: logger.child({ stage: 'detections' }),
    });
    return {
      services: {
        detections: service,
        uploadReceipts,
        contentUploads: await openUploads(uploadsFolder(config.dataDir, 'content')),
      },
      hostCalls: { cache: createDetectionCache(store) },
      runs: [{ role: 'jobs', start: testRunner.start, stop: testRunner.stop }],
      async close() {
        await heart?.stop();
        await uploadReceipts.idle();
      },
    };
  },
});
