import type { AnyRoute } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { routeTree } from './routeTree.gen.ts';

const routesBelow = (route: AnyRoute): AnyRoute[] => [
  route,
  ...Object.values((route.children ?? {}) as Record<string, AnyRoute>).flatMap(routesBelow),
];

/** An address in which every parameter has this text; notes which of them are asked for. */
function addressOf(text: string, asked: Set<string>): Record<string, string> {
  return new Proxy<Record<string, string>>(
    {},
    {
      has: () => true,
      get(_target, name) {
        if (typeof name !== 'string') return undefined;
        asked.add(name);
        return text;
      },
    },
  );
}

it('no screen sees a parameter of its address that its reader did not take', () => {
  const reading = routesBelow(routeTree as AnyRoute).filter(
    (route) => typeof route.options.validateSearch === 'function',
  );
  expect(reading.length).toBeGreaterThan(20);
  for (const route of reading) {
    const asked = new Set<string>();
    const read = (route.options.validateSearch as (raw: object) => object)(addressOf('"zzz', asked));
    const left = [...asked].filter((name) => !(name in read));
    expect({ route: route.id, left }).toEqual({ route: route.id, left: [] });
  }
});
