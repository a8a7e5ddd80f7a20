import { describe, expect, it } from 'vitest';
import { heavyParts, type ModuleGraph } from './heavy-parts.ts';

const graphOf = (modules: Record<string, [number, ...string[]]>): ModuleGraph =>
  new Map(Object.entries(modules).map(([id, [bytes, ...imports]]) => [id, { bytes, imports }]));

describe('what brings the most into the first screen', () => {
  const graph = graphOf({
    main: [1, 'react', 'provider', 'routes'],
    provider: [2, 'controls'],
    react: [60],
    controls: [40],
    routes: [2, 'route-a', 'route-b', 'route-c'],
    'route-a': [1, 'screen-a', 'kit'],
    'route-b': [1, 'screen-b', 'kit'],
    'route-c': [1, 'kit'],
    'screen-a': [10, 'editor', 'table', 'controls'],
    'screen-b': [20, 'editor', 'chart', 'react'],
    chart: [25],
    editor: [30, 'controls'],
    table: [5],
    kit: [4],
    elsewhere: [500],
  });

  it('is told with the imports that lead there; what several bring counts once', () =>
    expect(heavyParts(graph, ['main', 'routes'], 4)).toEqual([
      // Both screens bring the editor. What only passes on is no end of a way.
      { bytes: 80, way: ['main', 'routes', 'route-b', 'screen-b'] },
      { bytes: 60, way: ['main', 'react'] },
      { bytes: 42, way: ['main', 'provider', 'controls'] },
      { bytes: 16, way: ['main', 'routes', 'route-a', 'screen-a'] },
    ]));

  it('is all that is loaded, and nothing else', () => {
    const all = heavyParts(graph, ['main', 'routes'], 99);
    expect(all.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(60 + 42 + 80 + 16 + 1);
  });

  it('goes through imports in a circle', () =>
    expect(heavyParts(graphOf({ a: [9, 'b'], b: [2, 'c'], c: [3, 'b'] }), ['a'], 9)).toEqual([
      { bytes: 5, way: ['a', 'b', 'c'] },
    ]));
});
