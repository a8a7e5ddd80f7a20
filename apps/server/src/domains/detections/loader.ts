import type { DetectEngine, LoadReport } from '@margay/detect';
import { loadableContent, runtimeContent, type RuntimeContent } from '@margay/detect/content';
import { messageOf, type Logger } from '@margay/kit';
import type { DetectionContent, Trust } from '@margay/model';
import type { Store } from '@margay/store';
import { contentItemOf, judgingResources, kindNamed } from './kinds/index.ts';
import {
  listAll,
  listTextAuthors,
  nextRevision,
  setLoadErrors,
  type ContentRecord,
  type TextAuthor,
} from './store.ts';
import { trustOfTexts, type AccessOf } from './trust.ts';

interface LoadableContent {
  content: DetectionContent;
  runtime: RuntimeContent;
  /** Why enabled items are not in it, by id. */
  faults: Map<string, string>;
  /** All that were known, as one text. */
  logTypes: string;
  /** With whose rules each text was to share a process, as one text. */
  trusts: string;
  policyVersions: Map<string, string>;
}

/** What the runtime runs since the last load. */
export interface LoadedDetections {
  content: DetectionContent;
  /** Why enabled items do not run, by id. */
  errors: ReadonlyMap<string, string>;
  /** Version of each policy that is enabled and of each helper, by id. */
  policyVersions: ReadonlyMap<string, string>;
}

export interface ContentLoader {
  content(): Promise<DetectionContent>;
  /** Everything that could run, enabled or not. */
  runtime(): Promise<RuntimeContent>;
  reload(): Promise<LoadReport | undefined>;
  /** True when log types have come or gone since the last load, or when authors may read other ones than then. */
  isStale(): Promise<boolean>;
  loaded(): LoadedDetections | undefined;
}

/** Of the modules that run apart from others; see the detection engine. */
const mostNamed = 50;

const textOf = (names: readonly string[]) => [...names].sort().join('\n');

/** What decides how policies judge: those that are enabled, and the helpers they may import. */
export function policyVersionsOf(
  records: readonly Pick<ContentRecord, 'kind' | 'id' | 'enabled' | 'versionId'>[],
): Map<string, string> {
  return new Map(
    records
      .filter(
        ({ kind, enabled }) => judgingResources.includes(kind) && (enabled || kindNamed(kind).isLibrary),
      )
      .map(({ id, versionId }) => [id, versionId]),
  );
}

const trustsText = (
  records: readonly { id: string; textAuthor: TextAuthor }[],
  trustOf: (author: TextAuthor) => Trust,
) =>
  textOf(
    records.flatMap(({ id, textAuthor }) => (textAuthor.id === null ? [] : [`${id} ${trustOf(textAuthor)}`])),
  );

/** Keeps the Python runtime at the newest content. A burst of changes costs two loads, not one each. */
export function createContentLoader(deps: {
  store: Store;
  engine: DetectEngine;
  logger: Logger;
  knownLogTypes(): Promise<string[]>;
  accessOf: AccessOf;
}): ContentLoader {
  const { store, engine, logger } = deps;
  let running: Promise<LoadReport | undefined> | undefined;
  let next: Promise<LoadReport | undefined> | undefined;
  let loadedLogTypes = '';
  let loadedTrusts = '';
  let loaded: LoadedDetections | undefined;

  async function read(): Promise<LoadableContent> {
    const names = await deps.knownLogTypes();
    const known = new Set(names);
    const { records, unreadable, revision } = await store.transaction(async (tx) => ({
      ...(await listAll(tx)),
      revision: await nextRevision(tx),
    }));
    const trustOf = await trustOfTexts(
      records.map(({ textAuthor }) => textAuthor),
      deps.accessOf,
    );
    const faults = new Map<string, string>();
    const items = records.flatMap((record) => {
      try {
        const trust = trustOf(record.textAuthor);
        return [{ item: contentItemOf(record), versionId: record.versionId, trust }];
      } catch (error) {
        faults.set(record.id, messageOf(error));
        return [];
      }
    });
    const runtime = runtimeContent(items, { isKnownLogType: (name) => known.has(name) });
    const enabled = new Set(records.filter((record) => record.enabled).map(({ id }) => id));
    return {
      content: loadableContent(runtime, revision),
      runtime,
      faults: new Map([
        ...[...runtime.faults, ...faults].filter(([id]) => enabled.has(id)),
        ...unreadable.map(({ id, reason }) => [id, reason] as const),
      ]),
      logTypes: textOf(names),
      trusts: trustsText(records, trustOf),
      policyVersions: policyVersionsOf(records),
    };
  }

  async function load(): Promise<LoadReport | undefined> {
    try {
      const { content, faults, logTypes, trusts, policyVersions } = await read();
      loadedLogTypes = logTypes;
      loadedTrusts = trusts;
      const report = await engine.load(content);
      const errors = new Map(faults);
      for (const { id, error, line } of report.rejected) {
        errors.set(id, line === undefined ? error : `line ${line}: ${error}`);
      }
      loaded = { content, errors, policyVersions };
      await setLoadErrors(store, errors);
      logger.info(
        {
          revision: report.revision,
          rules: report.loadedRules,
          rejected: report.rejected.length,
          faults: faults.size,
          apart: report.apart.slice(0, mostNamed).map(({ id, reason }) => `${id}, ${reason}`),
        },
        'detections loaded',
      );
      return report;
    } catch (error) {
      logger.error({ error: messageOf(error) }, 'detections could not be loaded');
      return undefined;
    }
  }

  /** Starts a load now, or right after the running one, which may have missed the newest change. */
  function reload(): Promise<LoadReport | undefined> {
    if (running === undefined) {
      running = load().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running.then(() => {
      next = undefined;
      return reload();
    });
    return next;
  }

  async function isStale(): Promise<boolean> {
    if (textOf(await deps.knownLogTypes()) !== loadedLogTypes) return true;
    const written = await listTextAuthors(store);
    const trustOf = await trustOfTexts(
      written.map(({ textAuthor }) => textAuthor),
      deps.accessOf,
    );
    return trustsText(written, trustOf) !== loadedTrusts;
  }
  return {
    isStale,
    content: async () => (await read()).content,
    runtime: async () => (await read()).runtime,
    reload,
    loaded: () => loaded,
  };
}
