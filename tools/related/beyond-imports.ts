/** What the tree of imports and read folders does not show. The first entry that fits a changed path counts. */
export type Beyond =
  /** Nobody can say what it does not reach. */
  | { reaches: 'everything' }
  /** No test: `npm run check` or a person looks at it. */
  | { reaches: 'nothing' }
  /** These test files, besides what imports say: paths, or folders with all tests below them. */
  | { reaches: readonly string[] };

interface Entry {
  paths: RegExp;
  reason: string;
}

export const beyondImports: readonly (Entry & Beyond)[] = [
  {
    paths: /^(?:[^/]+\/[^/]+\/)?package\.json$|^package-lock\.json$|^\.npmrc$/,
    reason: 'other packages, or other versions of them',
    reaches: 'everything',
  },
  {
    paths: /^vitest\.config\.ts$|(?:^|\/)tsconfig[^/]*\.json$|^tools\/testing\//,
    reason: 'how every test runs',
    reaches: 'everything',
  },
  { paths: /^e2e\/support\/shared-folder\.ts$/, reason: 'set up before every journey', reaches: ['e2e'] },
  {
    paths:
      /^apps\/web\/(?:src\/testing\/(?:setup|canvas|layout|patience|fresh-window)\.ts|vite\.config\.ts)$/,
    reason: 'set up for every test of the console',
    reaches: ['apps/web'],
  },
  {
    paths: /^apps\/web\/(?:index\.html|public\/|src\/(?:main|app|router)\.tsx?$)/,
    reason: 'what a browser opens first',
    reaches: ['e2e/journeys/first-run.test.ts'],
  },
  {
    paths: /^tools\/setup\/(?:run|install|start|supervise)\.|^packages\/kit\/src\/node\/child-life\./,
    reason: 'npm start, whose ends are tried as a whole',
    reaches: ['e2e/faults/end-of-run.test.ts'],
  },
  { paths: /^demo\//, reason: 'the story that a journey looks at', reaches: ['e2e/journeys/story.test.ts'] },
  {
    paths: /^content\/schemas\//,
    reason: 'read by log type, wherever one is used',
    reaches: ['packages/normalize/src/testing', 'demo'],
  },
  {
    paths: /^apps\/server\/src\/(?:domains\/[^/]+\/)?migrations\//,
    reason: 'released changes of the state store stay as they are',
    reaches: ['apps/server/src/domain-contract/state-migrations.test.ts'],
  },
  {
    paths: /^apps\/server\/schema\.graphql$/,
    reason: 'written from the fields of the domains; the fake server of the console answers by it',
    reaches: ['apps/server/src/api', 'apps/web/src/testing/answering-server.test.ts'],
  },
  { paths: /^apps\/web\/src\/routeTree\.gen\.ts$/, reason: 'written by the build', reaches: 'nothing' },
  {
    paths:
      /^(?:LICENSE|\.gitignore|knip\.json|\.ox[^/]*)$|^\.ci\/|^docs\/|^bench\/|\/bench\/|^deploy\/|\.(?:md|png)$/,
    reason: 'no test runs it, unless one reads it',
    reaches: 'nothing',
  },
  {
    paths: /^tools\/(?:setup|build|check|gen|lock|proofs|requirements|screens)\/|^e2e\/upgrade\/make-folder/,
    reason: 'a command of its own',
    reaches: 'nothing',
  },
];
