import { readSchema } from '@margay/schema';
import { readFile } from 'node:fs/promises';

/** A schema Margay ships, by its file in `content/schemas`. Throws when it is not valid. */
export async function shippedSchema(file: string) {
  const text = await readFile(new URL(`../../content/schemas/${file}`, import.meta.url), 'utf8');
  const { schema } = readSchema(text, { owner: 'managed' });
  if (schema === undefined) throw new Error(`The shipped schema ${file} is not valid.`);
  return schema;
}
