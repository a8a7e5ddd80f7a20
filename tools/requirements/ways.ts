/** How a test proves: the farther down, the more of the product has a part in it. */
export const ways = ['function', 'component', 'server', 'command line', 'browser'] as const;
export type Way = (typeof ways)[number];

interface Rule {
  way: Way;
  file: RegExp;
  /** What its text must hold as well. */
  text?: RegExp;
}

/** The first that fits decides. */
const rules: readonly Rule[] = [
  { way: 'browser', file: /^e2e\/journeys\// },
  { way: 'command line', file: /^apps\/cli\// },
  // Whole runs of the process, asked over HTTP.
  { way: 'server', file: /^e2e\// },
  // What the console shows, answered by the test itself: it says nothing of what the server does.
  { way: 'component', file: /^apps\/web\/.*\.test\.tsx$/ },
  { way: 'component', file: /^apps\/web\//, text: /\b(?:fetch|harness|renderInApp|renderConsole)\b/ },
  // The real store, lake or domain services, which the helpers of these names open.
  {
    way: 'server',
    file: /^apps\/server\//,
    text: /from '[^']*(?:\/testing[^']*|\/composition[^']*|\/server\.ts)'/,
  },
  {
    way: 'server',
    file: /^packages\//,
    text: /from '(?:[^']*testing\/engine\.ts|@margay\/(?:store|lake)\/testing)'/,
  },
];

/** How the tests of a file prove: from where it lives and what it imports. `file`: from the project's folder. */
export function wayOf(file: string, text: string): Way {
  return (
    rules.find((rule) => rule.file.test(file) && (rule.text === undefined || rule.text.test(text)))?.way ??
    'function'
  );
}
