import { expect, it } from 'vitest';
import { summarize } from './summary.ts';

const events = [
  { client: { ipAddress: '192.0.2.1' }, targets: [{ id: 'a' }, { id: 'b' }], 'k8s.io/name': 'web' },
  { client: { ipAddress: '192.0.2.1' }, targets: [{ id: 'a' }] },
  { client: { ipAddress: '192.0.2.2' } },
];

it.each([
  ['client.ipAddress', { '192.0.2.1': 2, '192.0.2.2': 1 }],
  ['client:ipAddress', { '192.0.2.1': 2, '192.0.2.2': 1 }],
  ['targets:id', { a: 2, b: 1 }],
  ['k8s.io/name', { web: 1 }],
  ['client:nothing', {}],
])('counts the values at %s', (name, values) => {
  const counted = summarize(events, [name]).map(({ values: found }) =>
    Object.fromEntries(found.map(({ label, value }) => [label, value])),
  );
  expect(counted).toEqual([values]);
});
