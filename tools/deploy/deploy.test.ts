import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { engineEnvironment } from '@margay/kit/node';
import { readConfig, roles, settings } from '../../apps/server/src/config.ts';
import { renderTemplate } from './render-chart.ts';

const deploy = resolve(import.meta.dirname, '../../deploy');
const textOf = (path: string) => readFile(join(deploy, path), 'utf8');

/** Variables of a process that are no settings: those of the runtime, and the address of the buffer's stream. */
const besides = new Set([...Object.keys(engineEnvironment), 'PATH']);
const unknownNames = (environment: Record<string, unknown>) =>
  Object.keys(environment).filter((name) => !(name in settings) && !besides.has(name));

describe('the compose file', () => {
  const Compose = z.object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        environment: z.record(z.string(), z.string()).default({}),
        volumes: z.array(z.string()).default([]),
        depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
      }),
    ),
    volumes: z.record(z.string(), z.null()),
  });
  let compose: z.output<typeof Compose>;
  let ours: [string, z.output<typeof Compose>['services'][string]][];
  let example: string[];

  beforeAll(async () => {
    // A value of its own for every variable, so that one in the wrong place would show.
    example = [...(await textOf('compose/.env.example')).matchAll(/^([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    const given: Record<string, string> = { MARGAY_URL: 'http://localhost:8080' };
    for (const name of example) given[name] ??= `${name.toLowerCase()}-for-a-test-0123456789`;
    given['MARGAY_ADMIN_EMAIL'] = 'ada@example.com';
    const text = (await textOf('compose/compose.yaml')).replaceAll(
      /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
      (_all, name: string, otherwise = '') => given[name] ?? otherwise,
    );
    compose = Compose.parse(parse(text, { merge: true }));
    ours = Object.entries(compose.services).filter(([, { image }]) => image === 'margay');
  });

  it('has one process for each role, each with settings that the server takes', () => {
    expect(ours.map(([name]) => name).toSorted()).toEqual([...roles].toSorted());
    for (const [name, { environment }] of ours) {
      expect(unknownNames(environment), name).toEqual([]);
      const config = readConfig(environment);
      expect(config.roles).toEqual([name]);
      expect(config.objects).toHaveProperty('s3.address.bucket', 'margay');
      expect(config.secretKey).toBe('margay_secret_key-for-a-test-0123456789');
    }
  });

  it('names only services and volumes that it has, and gives no two processes one volume', () => {
    const services = Object.keys(compose.services);
    const used = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.map((text) => text.split(':')[0]),
    );
    expect(used.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    for (const { depends_on: others } of Object.values(compose.services)) {
      for (const other of Array.isArray(others) ? others : Object.keys(others))
        expect(services).toContain(other);
    }
    const [, first] = ours[0] ?? [];
    for (const url of ['DATABASE_URL', 'CLICKHOUSE_URL', 'NATS_URL']) {
      expect(services).toContain(new URL(first?.environment[url] ?? '').hostname);
    }
    const objects = new URL(first?.environment['MARGAY_OBJECTS_URL'] ?? '').searchParams.get('endpoint');
    expect(services).toContain(new URL(objects ?? '').hostname);
  });

  it('asks for every variable that has no default, and the example has them all', async () => {
    const text = await textOf('compose/compose.yaml');
    const asked = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name));
    expect(asked.size).toBeGreaterThan(5);
    expect(example).toEqual(expect.arrayContaining([...asked]));
  });
});

describe('the chart', () => {
  const Named = z.object({ name: z.string(), value: z.string() });
  const Resource = z.looseObject({
    apiVersion: z.string(),
    kind: z.string(),
    metadata: z.looseObject({ name: z.string() }),
  });
  const StatefulSet = z.object({
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      replicas: z.number().int(),
      serviceName: z.string(),
      template: z.object({
        spec: z.object({
          enableServiceLinks: z.literal(false),
          containers: z.tuple([
            z.object({
              image: z.string(),
              env: z.array(Named),
              resources: z.object({ requests: z.unknown(), limits: z.unknown() }),
            }),
          ]),
        }),
      }),
    }),
  });
  let values: Record<string, unknown>;
  let secretNames: string[];

  async function render(changes: Record<string, unknown> = {}) {
    const scope = { Values: { ...values, ...changes }, Release: { Name: 'prod' } };
    const resources: z.output<typeof Resource>[] = [];
    for await (const file of glob('helm/margay/templates/*.yaml', { cwd: deploy })) {
      for (const document of parseAllDocuments(renderTemplate(await textOf(file), scope))) {
        expect(document.errors, file).toEqual([]);
        const content: unknown = document.toJS();
        if (content !== null) resources.push(Resource.parse(content));
      }
    }
    return resources;
  }

  beforeAll(async () => {
    const text = await textOf('helm/margay/values.yaml');
    values = z.record(z.string(), z.unknown()).parse(parse(text));
    const comment = /# A Secret of yours with ([^]*?) unless/.exec(text)?.[1] ?? '';
    secretNames = comment.match(/[A-Z][A-Z_]{5,}/g) ?? [];
  });

  it('has one StatefulSet with its Service for each role, with settings that the server takes', async () => {
    const resources = await render();
    const data = z
      .object({ data: z.record(z.string(), z.string()) })
      .parse(resources.find(({ kind }) => kind === 'ConfigMap')).data;
    const secrets = {
      MARGAY_SECRET_KEY: 'a-key-of-more-than-thirty-two-characters',
      DATABASE_URL: 'postgres://margay:x@postgres/margay',
      CLICKHOUSE_URL: 'http://margay:x@clickhouse:8123',
      NATS_URL: 'nats://nats:4222',
      MARGAY_ADMIN_EMAIL: 'ada@example.com',
      MARGAY_ADMIN_PASSWORD: 'Correct-horse-7',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
    };
    expect(secretNames.toSorted()).toEqual(Object.keys(secrets).toSorted());
    const sets = resources
      .filter(({ kind }) => kind === 'StatefulSet')
      .map((each) => StatefulSet.parse(each));
    expect(sets.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      roles.map((role) => `prod-${role}`).toSorted(),
    );
    const services = resources.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    for (const { spec } of sets) {
      expect(services).toContain(spec.serviceName);
      const own = Object.fromEntries(
        spec.template.spec.containers[0].env.map(({ name, value }) => [name, value]),
      );
      const environment = { ...data, ...secrets, ...own };
      expect(unknownNames(environment)).toEqual([]);
      const config = readConfig(environment);
      expect(spec.serviceName).toBe(`prod-${config.roles.join()}`);
      expect(config.lakeCluster).toBe('margay');
    }
  });

  it('sends logs to the processes that take them, and everything else to the console', async () => {
    expect((await render()).some(({ kind }) => kind === 'Ingress')).toBe(false);
    const shown = { ...(values['ingress'] as object), enabled: true, annotations: { 'a/b': 'c' } };
    const ingress = (await render({ ingress: shown })).find(({ kind }) => kind === 'Ingress');
    const Rules = z.object({
      spec: z.object({
        rules: z.tuple([
          z.object({
            http: z.object({
              paths: z.array(
                z.object({
                  path: z.string(),
                  backend: z.object({ service: z.object({ name: z.string() }) }),
                }),
              ),
            }),
          }),
        ]),
      }),
    });
    const [rule] = Rules.parse(ingress).spec.rules;
    expect(rule.http.paths.map(({ path, backend }) => [path, backend.service.name])).toEqual([
      ['/http', 'prod-ingest'],
      ['/', 'prod-api'],
    ]);
  });

  it('names a value that is missing instead of leaving it out', async () => {
    await expect(render({ storage: {} })).rejects.toThrow('$.Values.storage.className');
  });
});

it('the image runs the server that this project starts', async () => {
  const text = await textOf('Dockerfile');
  const set = [...text.matchAll(/(?:ENV\s+|\\\n\s+)([A-Z_]+)=/g)].map(([, name = '']) => name);
  expect(set).toEqual(expect.arrayContaining(['MARGAY_HOST', 'MARGAY_PORT', 'MARGAY_DATA_DIR']));
  expect(unknownNames(Object.fromEntries(set.map((name) => [name, ''])))).toEqual([]);
  for (const [name, value] of Object.entries(engineEnvironment)) expect(text).toContain(` ${name}=${value} `);
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(text) ?? [];
  const [program, , main] = z.array(z.string()).parse(JSON.parse(command));
  expect(program).toBe('node');
  await expect(readFile(resolve(deploy, '..', main ?? ''), 'utf8')).resolves.toContain('startServer');
});
