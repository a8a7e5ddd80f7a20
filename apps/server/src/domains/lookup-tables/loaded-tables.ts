import { messageOf, type Logger } from '@margay/kit';
import { openTableImage, type EnrichmentTable, type TableImage } from '@margay/normalize/enrich';
import type { Sql } from '@margay/store';
import { tellStates, type TableState } from './process-states.ts';
import { activeVersions, listTables } from './store.ts';
import type { VersionFiles } from './version-files.ts';

interface Loaded {
  digest: string;
  table: EnrichmentTable;
  image: TableImage;
}

/** The active versions of the enabled tables in the memory of this process: one copy, which its threads share. */
export interface LoadedTables {
  /** Reads again what counts, and tells the others how that went; a table whose content is the same keeps its memory. */
  refresh(): Promise<void>;
  enrichment(): EnrichmentTable[];
  byName(name: string): TableImage | undefined;
  /** Why the table with this id is not used although it is enabled; undefined when it is. */
  faultOf(id: string): string | undefined;
}

export function createLoadedTables(deps: {
  sql: Sql;
  files: VersionFiles;
  processId: string;
  logger: Logger;
}): LoadedTables {
  const { sql, files, processId, logger } = deps;
  let byName = new Map<string, Loaded>();
  let faults = new Map<string, string>();
  return {
    async refresh() {
      const [tables, versions] = await Promise.all([listTables(sql), activeVersions(sql)]);
      const images = new Map([...byName.values()].map(({ digest, table }) => [digest, table.image]));
      const next = new Map<string, Loaded>();
      const nextFaults = new Map<string, string>();
      const states: TableState[] = [];
      for (const { id, name, isEnabled, logTypes, matchKey } of tables) {
        const active = versions.get(id);
        if (!isEnabled || active === undefined) continue;
        const { digest, version } = active;
        try {
          const image = images.get(digest) ?? (await files.read(digest));
          images.set(digest, image);
          const table = { name, image, logTypes, indicator: matchKey.indicator };
          next.set(name, { digest, table, image: openTableImage(image) });
          states.push({ tableId: id, version, fault: null });
        } catch (error) {
          // One table that is damaged must not keep the others, and the pipeline, from working.
          nextFaults.set(id, messageOf(error));
          states.push({ tableId: id, version, fault: messageOf(error) });
          logger.error({ table: id, error: messageOf(error) }, 'a lookup table is not used');
        }
      }
      byName = next;
      faults = nextFaults;
      await tellStates(sql, processId, states);
    },
    enrichment: () => [...byName.values()].map(({ table }) => table),
    byName: (name) => byName.get(name)?.image,
    faultOf: (id) => faults.get(id),
  };
}
