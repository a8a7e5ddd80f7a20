import type { LogProvider } from './queries.ts';

/** Words of a provider a person may look for. */
function wordsOf(provider: LogProvider): string[] {
  return [provider.displayName, ...provider.logTypes, ...provider.searchTerms];
}

/** Providers that match the text and the category, most popular first. */
export function findProviders(
  providers: readonly LogProvider[],
  text: string,
  category: string | undefined,
): LogProvider[] {
  const wanted = text.trim().toLowerCase();
  return providers
    .filter((provider) => category === undefined || provider.categories.includes(category))
    .filter((provider) => wordsOf(provider).some((word) => word.toLowerCase().includes(wanted)))
    .toSorted((a, b) => b.popularityIndex - a.popularityIndex || a.displayName.localeCompare(b.displayName));
}

/** Categories by name with the number of their providers. */
export function categoriesOf(providers: readonly LogProvider[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of providers.flatMap((provider) => provider.categories))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** One line of log types; a log type that matches the search comes first. */
export function logTypesLine(provider: LogProvider, text: string): string {
  const wanted = text.trim().toLowerCase();
  const hit =
    wanted === '' ? undefined : provider.logTypes.find((name) => name.toLowerCase().includes(wanted));
  const first = hit ?? provider.logTypes[0];
  if (first === undefined) return 'Any log type';
  if (hit === undefined && provider.logTypes.length > 2) return `${provider.logTypes.length} log types`;
  return provider.logTypes.length === 1 ? first : `${first}, +${provider.logTypes.length - 1}`;
}
