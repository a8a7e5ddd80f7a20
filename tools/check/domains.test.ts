import { describe, expect, it } from 'vitest';
import { domainFaults, fileCircleFaults } from './domains.ts';

const at = (path: string) => `apps/server/src/domains/${path}`;
const faults = (files: Record<string, string>) =>
  domainFaults(new Map(Object.entries(files).map(([path, text]) => [at(path), text]))).map(
    ({ message }) => message,
  );
const definition = (...domains: string[]) =>
  `export const it = defineDomain({ buildsOn: [${domains.map((name) => `'${name}'`).join(', ')}] });`;

describe('domains that import one another', () => {
  it('may do so through a front door they name', () => {
    expect(
      faults({
        'cars/domain.ts': definition('roads'),
        'cars/service.ts': "import type { Road } from '../roads/index.ts';",
      }),
    ).toEqual([]);
  });

  it('may not reach past it, not even for a type', () => {
    expect(
      faults({
        'cars/domain.ts': definition('roads'),
        'cars/parts/wheel.ts': "import type { Road } from '../../roads/store.ts';",
      }),
    ).toEqual(['imports store.ts of the domain roads: take it from its front door, roads/index.ts']);
  });

  it('name whom they build on', () => {
    expect(
      faults({
        'cars/domain.ts': definition(),
        'cars/service.ts': "import { lay } from '../roads/index.ts';",
      }),
    ).toEqual(['imports the domain roads, which buildsOn in cars/domain.ts does not name']);
  });

  it('make no circle, not even of types', () => {
    expect(
      faults({
        'cars/domain.ts': definition('roads'),
        'cars/service.ts': "import { lay } from '../roads/index.ts';",
        'roads/domain.ts': definition('towns'),
        'roads/service.ts': "import { found } from '../towns/index.ts';",
        'towns/domain.ts': definition('cars'),
        'towns/service.ts': "import type { Car } from '../cars/index.ts';",
      }),
    ).toEqual(['has domains that import one another in a circle: cars → roads → towns → cars']);
  });

  it('may look anywhere from tests', () => {
    expect(
      faults({ 'cars/domain.ts': definition(), 'cars/a.test.ts': "import { x } from '../roads/store.ts';" }),
    ).toEqual([]);
  });
});

describe('files of server and packages', () => {
  const files = (back: string) =>
    new Map([
      ['apps/server/src/api/caller.ts', "import type { Env } from './parts.ts';"],
      ['apps/server/src/api/parts.ts', back],
    ]);

  it('make no circle, not even of types', () => {
    expect(fileCircleFaults(files("import type { Caller } from './caller.ts';"))).toEqual([
      {
        file: 'apps/server/src/api/caller.ts',
        message:
          'is in a circle of imports: apps/server/src/api/caller.ts → apps/server/src/api/parts.ts → apps/server/src/api/caller.ts. Move what both need to a file of its own.',
      },
    ]);
  });

  it('may import in one direction', () => {
    expect(fileCircleFaults(files("import type { Hono } from 'hono';"))).toEqual([]);
  });
});
