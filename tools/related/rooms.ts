/**
 * The places whose tests belong together, the narrowest last. What stands in several counts for the last one.
 */
const patterns = [
  /^[^/]+/,
  /^(?:packages|apps|tools|e2e)\/[^/]+/,
  /^apps\/(?:server|web)\/src\/[^/]+(?=\/)/,
  /^apps\/server\/src\/domains\/[^/]+(?=\/)/,
  /^apps\/web\/src\/(?:features|routes|editor|ui)\/[^/]+(?=\/)/,
];

/** The room of a file, for instance `packages/query` or `apps/server/src/domains/alerts`. */
export function roomOf(file: string): string {
  return patterns.reduce((room, pattern) => pattern.exec(file)?.[0] ?? room, '');
}

/**
 * Files in which everything comes together: whoever imports one reaches all. The way from a changed file to a test does not
 * lead through them, unless both are of one room. What the whole does with a change is for the whole run.
 */
export const hubs: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /^apps\/server\/src\/(?:wire|server|main|services)\.ts$/,
    reason: 'every domain and engine is put together here, and every server test and journey starts it',
  },
  { pattern: /^apps\/server\/src\/domains\/registry\.ts$/, reason: 'lists every domain' },
  {
    pattern: /^apps\/web\/src\/(?:routeTree\.gen|main|router)\.tsx?$/,
    reason: 'every screen is put together here',
  },
  {
    pattern: /(?:^|\/)schema\.graphql$/,
    reason:
      'the whole contract of the console; npm run check holds the documents and types of the console against it',
  },
];

export const isHub = (file: string) => hubs.some(({ pattern }) => pattern.test(file));
