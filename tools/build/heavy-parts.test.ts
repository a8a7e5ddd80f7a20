import { describe, expect, it } from 'vitest';
import { heavyParts, type ModuleGraph } from './heavy-parts.ts';

const graphOf = (modules: Record<string, [number, ...string[]]>): ModuleGraph =>
  new Map(Object.entries(modules).map(([id, [bytes, ...imports]]) => [id, { bytes, imports }]));

describe('what brings the most into the first screen', () => {
  const graph = graphOf({
    main: [1, 'react', 'router'],
    react: [60],
    router: [2, 'route-a', 'route-b', 'kit'],
    'route-a': [1, 'screen-a'],
    'route-b': [1, 'screen-b', 'kit'],
    'screen-a': [10, 'editor', 'table', 'kit'],
    'screen-b': [30, 'editor', 'chart'],
    chart: [25, 'kit'],
    editor: [20],
    table: [5],
    kit: [4],
    unused: [500],
  });

  it('counts with a module what is loaded for it alone, and names the shortest way to it', () =>
    expect(heavyParts(graph, ['main'], 3)).toEqual([
      { id: 'react', bytes: 60, way: ['main', 'react'] },
      // Its route only passes it on.
      { id: 'screen-b', bytes: 55, way: ['main', 'router', 'route-b', 'screen-b'] },
      // Both screens take it, so it goes with neither.
      { id: 'editor', bytes: 20, way: ['main', 'router', 'route-a', 'screen-a', 'editor'] },
    ]));

  it('does not tell what is told with another, or most of all', () => {
    const told = heavyParts(graph, ['main'], 99).map(({ id }) => id);
    expect(told).not.toContain('router');
    expect(told).not.toContain('chart');
    expect(told).not.toContain('unused');
  });

  it('goes through imports in a circle', () =>
    expect(heavyParts(graphOf({ a: [9, 'b'], b: [2, 'c'], c: [3, 'b'] }), ['a'], 9)).toEqual([
      { id: 'b', bytes: 5, way: ['a', 'b'] },
    ]));
});
