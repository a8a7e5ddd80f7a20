import type { DetectEngine, LoadReport } from '@margay/detect';
import { messageOf, type Logger } from '@margay/kit';
import type { DetectionContent } from '@margay/model';
import type { Store } from '@margay/store';
import { dataModelOf, pythonModuleOf, pythonRuleOf } from './definition.ts';
import { listItems, nextRevision, setLoadErrors } from './store.ts';

export interface ContentLoader {
  content(): Promise<DetectionContent>;
  reload(): Promise<LoadReport | undefined>;
}

/** Keeps the Python runtime at the newest content. A burst of changes costs two loads, not one each. */
export function createContentLoader(deps: {
  store: Store;
  engine: DetectEngine;
  logger: Logger;
}): ContentLoader {
  const { store, engine, logger } = deps;
  let running: Promise<LoadReport | undefined> | undefined;
  let next: Promise<LoadReport | undefined> | undefined;

  async function content(): Promise<DetectionContent> {
    return store.transaction(async (tx) => {
      const [rules, helpers, models] = [
        await listItems(tx, 'RULE'),
        await listItems(tx, 'GLOBAL'),
        await listItems(tx, 'DATA_MODEL'),
      ];
      return {
        revision: await nextRevision(tx),
        rules: rules
          .filter((rule) => rule.enabled)
          .map((rule) => pythonRuleOf(rule.id, rule.versionId, rule.definition)),
        globals: helpers.map((helper) => pythonModuleOf(helper.id, helper.versionId, helper.definition)),
        dataModels: models.map((model) =>
          dataModelOf(model.id, model.versionId, model.enabled, model.definition),
        ),
      };
    });
  }

  async function load(): Promise<LoadReport | undefined> {
    try {
      const report = await engine.load(await content());
      const errors = new Map(
        report.rejected.map(({ id, error, line }) => [
          id,
          line === undefined ? error : `line ${line}: ${error}`,
        ]),
      );
      await setLoadErrors(store, errors);
      logger.info(
        { revision: report.revision, rules: report.loadedRules, rejected: report.rejected.length },
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

  return { content, reload };
}
