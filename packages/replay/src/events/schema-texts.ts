/** One version of a schema, as the rows that name it were parsed. */
export interface SchemaText {
  logType: string;
  version: number;
  spec: string;
  owner: 'user' | 'managed';
}

/** Where schemas are kept, with all their versions. */
export interface KeptSchemas {
  byName(logType: string): Promise<{ name: string; isManaged: boolean } | undefined>;
  versions(logType: string): Promise<readonly { version: number; spec: string }[]>;
}

/** Every version of the schemas of these log types. */
export async function schemaTexts(schemas: KeptSchemas, logTypes: readonly string[]): Promise<SchemaText[]> {
  const found: SchemaText[] = [];
  for (const logType of logTypes) {
    const record = await schemas.byName(logType);
    if (record === undefined) continue;
    const owner = record.isManaged ? 'managed' : 'user';
    for (const { version, spec } of await schemas.versions(logType))
      found.push({ logType: record.name, version, spec, owner });
  }
  return found;
}
