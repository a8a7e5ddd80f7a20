import { invalidInput, messageOf } from '@margay/kit';
import type { Lake, TableLayout } from '@margay/lake';
import type { EventShape } from '@margay/model';
import { shapeOf, type LogSchema } from '@margay/schema';

/** A log schema that was read without a problem. */
export interface UsableSchema {
  name: string;
  version: number;
  spec: string;
  owner: 'user' | 'managed';
  schema: LogSchema;
}

/** A log type that cannot be used now, and why. Its entries are kept as failures until it is mended. */
export interface LogTypeFault {
  logType: string;
  reason: string;
}

export interface LogTypeTables {
  /** By log type: shape, and table in `panther_logs`. */
  shapes: Map<string, EventShape>;
  layouts: Record<string, TableLayout>;
  faults: LogTypeFault[];
}

/**
 * Makes the tables of log types that are used for the first time. A table that cannot be made is a fault of its log type
 * alone; only a lake that does not answer at all is an error.
 */
export async function makeLogTypeTables(
  lake: Lake,
  schemas: readonly UsableSchema[],
): Promise<LogTypeTables> {
  const tables: LogTypeTables = { shapes: new Map(), layouts: {}, faults: [] };
  for (const { name, schema, version } of schemas) {
    try {
      const shape = shapeOf(schema, version);
      tables.layouts[name] = await lake.ensureTable('panther_logs', shape);
      tables.shapes.set(name, shape);
    } catch (error) {
      await lake.ping();
      tables.faults.push({ logType: name, reason: messageOf(error) });
    }
  }
  return tables;
}

/** Throws when one of these log types cannot be used, so that nothing is stored that hangs on it. */
export async function assertLogTypes(
  lake: Lake,
  found: { schemas: readonly UsableSchema[]; faults: readonly LogTypeFault[] },
): Promise<void> {
  const [unreadable] = found.faults;
  if (unreadable !== undefined) {
    throw invalidInput(`The log type ${unreadable.logType} cannot be used: ${unreadable.reason}`, {
      details: { field: 'logTypes' },
    });
  }
  for (const { schema, version } of found.schemas) {
    await lake.ensureTable('panther_logs', shapeOf(schema, version));
  }
}
