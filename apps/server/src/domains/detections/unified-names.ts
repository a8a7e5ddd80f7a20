import type { ContentRecord } from './store.ts';

/** A name that rules give to `event.udm()`, and what answers it for one log type. */
export interface UnifiedName {
  name: string;
  logType: string;
  /** Path in the event, or the function of the data model. */
  source: string;
}

/** What the enabled data models of these log types map. */
export function unifiedNamesOf(
  models: readonly ContentRecord<'DATA_MODEL'>[],
  logTypes: readonly string[],
): UnifiedName[] {
  return models
    .filter((model) => model.enabled)
    .flatMap(({ definition }) =>
      definition.logTypes
        .filter((logType) => logTypes.includes(logType))
        .flatMap((logType) =>
          definition.mappings.map(({ name, path, method }) => ({
            name,
            logType,
            source: path ?? `${method ?? ''}()`,
          })),
        ),
    );
}
