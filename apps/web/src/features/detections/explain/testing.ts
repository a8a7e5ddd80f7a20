import type { Coverage, Explanation, MutationScore } from './queries.ts';

/** A rule of two conditions on an event of which the second one fails. */
export const explanation = (change: Partial<Explanation> = {}): Explanation => ({
  detectionId: 'Okta.Push',
  body: 'def rule(event):\n    if event.get("a") != 1:\n        return False\n    return event.get("b") == 2\n',
  yaml: null,
  event: '{"a":1,"b":3}',
  result: false,
  error: null,
  errorLine: null,
  traceback: null,
  steps: [
    {
      step: 1,
      language: 'python',
      role: 'if',
      function: 'rule',
      line: 2,
      text: 'event.get("a") != 1',
      truth: false,
      value: 'false',
      reads: [{ text: 'event.get("a")', value: '1' }],
    },
    {
      step: 2,
      language: 'python',
      role: 'return',
      function: 'rule',
      line: 4,
      text: 'event.get("b") == 2',
      truth: false,
      value: 'false',
      reads: [{ text: 'event.get("b")', value: '3' }],
    },
  ],
  droppedSteps: 0,
  decisive: 2,
  because: [],
  lines: [
    { language: 'python', line: 2, ran: true },
    { language: 'python', line: 3, ran: false },
    { language: 'python', line: 4, ran: true },
  ],
  functions: [{ name: 'title', output: 'Push', error: null }],
  output: '',
  microseconds: 31,
  ...change,
});

/** A simple detection whose second condition failed. */
export const simpleExplanation = (): Explanation => ({
  ...explanation(),
  body: '',
  yaml: 'Detection:\n  - Key: a\n    Condition: Equals\n    Value: 1\n  - Key: b\n    Condition: Equals\n    Value: 2\n',
  steps: explanation().steps.map((step, at) => ({
    ...step,
    language: 'yaml',
    role: null,
    function: 'Detection',
    line: [2, 5][at]!, // there are two
    text: ['a Equals 1', 'b Equals 2'][at]!,
    truth: at === 0,
    value: String(at === 0),
    reads: [{ text: ['a', 'b'][at]!, value: ['1', '3'][at]! }],
  })),
  lines: [2, 3, 4, 5, 6, 7].map((line) => ({ language: 'yaml', line, ran: true })),
  functions: [],
});

export const coverage: Coverage = {
  lines: [
    { line: 2, ran: true },
    { line: 3, ran: false },
    { line: 4, ran: true },
  ],
  branches: [{ line: 2, column: 8, text: 'event.get("a") != 1', sawTrue: false, sawFalse: true }],
  lineShare: 2 / 3,
  branchShare: 0.5,
};

export const mutationScore: MutationScore = {
  mutants: [
    { line: 2, column: 23, kind: 'flip', before: '!=', after: '==', isKilled: true, killedBy: 'Denied push' },
    { line: 4, column: 32, kind: 'constant', before: '2', after: '3', isKilled: false, killedBy: null },
  ],
  passingTests: 1,
  possible: 2,
  score: 0.5,
};
