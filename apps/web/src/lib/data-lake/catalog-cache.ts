import { localText } from '../storage.ts';

const stored = localText('margay.propertyDefinitions');

/** A larger catalog is not kept: what browsers give a site is little, and other things want room in it too. */
const mostCharacters = 1_000_000;

interface Kept<Catalog> {
  /** Whose catalog it is: another person may see other tables. */
  userId: string;
  databases: Catalog;
}

/** Tables and fields as this person last saw them in this browser, to show until the server has answered. */
export function keptCatalog<Catalog extends unknown[]>(userId: string): Catalog | undefined {
  const text = stored.read();
  if (text === undefined) return undefined;
  try {
    const kept = JSON.parse(text) as Kept<Catalog>; // written below and by nobody else; what is broken throws or has no match
    return kept.userId === userId && Array.isArray(kept.databases) ? kept.databases : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the catalog when it has at most 1,000,000 characters; otherwise takes away what was kept. */
export function keepCatalog(userId: string, databases: unknown[]): void {
  const text = JSON.stringify({ userId, databases } satisfies Kept<unknown[]>);
  stored.write(text.length <= mostCharacters ? text : undefined);
}

/** For whoever signs out: the next person at this browser finds nothing. */
export const forgetCatalog = () => stored.write(undefined);
