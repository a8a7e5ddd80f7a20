import { describe, expect, it } from 'vitest';
import { domainFaults, fileCircleFaults } from './domains.ts';

const at = (path: string) => `apps/server/src/domains/${path}`;
const faults = (files: Record<string, string>, outside: Record<string, string> = {}) =>
  domainFaults(
    new Map([
      ...Object.entries(files).map(([path, text]): [string, string] => [at(path), text]),
      ...Object.entries(outside),
    ]),
  ).map(({ message }) => message);
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
        'roads/domain.ts': definition(),
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

  it('name nobody else', () => {
    expect(faults({ 'cars/domain.ts': definition('roads') })).toEqual([
      'names roads in buildsOn, which none of its files imports',
    ]);
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

describe('everybody else', () => {
  const server = (path: string) => `apps/server/src/${path}`;
  const outside = (path: string, text: string) => faults({}, { [server(path)]: text });
  const refusal = (target: string) =>
    `reaches into the domain cars (${target}): say what it needs as a type of its own and be given it, or move what is shared out of the domain`;

  it('reaches into no domain, not for a type and not by its front door', () => {
    expect(outside('pipeline/tables.ts', "import type { Car } from '../domains/cars/store.ts';")).toEqual([
      refusal('store.ts'),
    ]);
    expect(outside('wire.ts', "import { createCars } from './domains/cars/index.ts';")).toContain(
      refusal('index.ts'),
    );
    expect(faults({}, { 'bench/cars.bench.ts': `import { x } from '../${at('cars/service.ts')}';` })).toEqual(
      [refusal('service.ts')],
    );
    expect(faults({ 'registry.ts': "import { cars } from './cars/service.ts';" })).toEqual([
      refusal('service.ts'),
    ]);
  });

  it('finds the domains in the registry, where the check knows why', () => {
    const list = { 'registry.ts': "import { cars } from './cars/domain.ts';" };
    const importing = "import { registry } from './domains/registry.ts';";
    expect(faults(list, { [server('wire.ts')]: importing })).toEqual([]);
    expect(faults(list, { [server('metrics.ts')]: importing })).toEqual([
      'imports the registry of the domains: be given the domains or a service, or give your reason in tools/check/domains.ts',
    ]);
    expect(faults(list, { [server('wire.ts')]: '' })).toEqual([
      'does not import the registry of the domains any more: take it out of the list in tools/check/domains.ts',
    ]);
  });

  it('may look anywhere from tests and what helps them', () => {
    const reach = "import { insertCar } from '../domains/cars/store.ts';";
    expect(outside('testing/add-car.ts', reach)).toEqual([]);
    expect(outside('pipeline/a.test.ts', reach)).toEqual([]);
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
