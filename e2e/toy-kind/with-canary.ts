import { registerHooks } from 'node:module';

/**
 * Loaded before a server, in its main thread and its workers: the three lists of kinds have one line more, as they would
 * have it by an edit. Nothing else of the product is another.
 */
const folder = new URL('./', import.meta.url).href;
const lists = {
  '/packages/model/src/detection-kinds/known.ts': 'known-detection-kinds.ts',
  '/packages/detect/src/content/kinds/known.ts': 'known-content-kinds.ts',
  '/apps/server/src/domains/detections/kinds/known.ts': 'known-stored-kinds.ts',
};

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (context.parentURL?.startsWith(folder)) return found; // the longer list is made of the shipped one
    const longer = Object.entries(lists).find(([shipped]) => found.url.endsWith(shipped))?.[1];
    return longer === undefined ? found : { ...found, url: new URL(longer, folder).href };
  },
});
