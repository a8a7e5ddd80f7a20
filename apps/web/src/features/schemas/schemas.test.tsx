import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { answeringServer } from '../../testing/answering-server.ts';
import type { Answers } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { renderInApp } from '../../testing/render.tsx';
import { GraphqlProvider } from '../../lib/graphql/graphql-context.tsx';
import type { PutSchemaInput, SchemaDetails, SchemaProblem } from './queries.ts';
import SchemaSheet from './schema-sheet.tsx';
import { SchemaViewer } from './schema-viewer.tsx';

const ledger: SchemaDetails = {
  name: 'Custom.Ledger',
  description: null,
  referenceURL: null,
  revision: 3,
  version: 2,
  isManaged: false,
  isArchived: false,
  isFieldDiscoveryEnabled: true,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  spec: 'fields:\n  - { name: amount, type: bigint }\n',
  discoveredSpec:
    'fields:\n  - { name: amount, type: bigint }\n  - { name: found, type: string, isDiscovered: true }\n',
};
const okta: SchemaDetails = {
  ...ledger,
  name: 'Okta.SystemLog',
  isManaged: true,
  isFieldDiscoveryEnabled: false,
  discoveredSpec: null,
  description: 'Events of Okta.',
  referenceURL: 'https://example.com/okta',
};

interface World {
  schemas?: SchemaDetails[];
  problems?: SchemaProblem[];
  /** Revision the server has; saving another one is refused. */
  storedRevision?: number;
}

function server({ schemas = [ledger, okta], problems = [], storedRevision }: World = {}) {
  const puts: PutSchemaInput[] = [];
  const asked: string[] = [];
  const byName = (name: unknown) => schemas.find((schema) => schema.name === name) ?? null;
  const answers: Answers = {
    Schemas: () => ({ schemas }),
    SchemaUsers: () => ({
      sources: [{ integrationId: '1', integrationLabel: 'Okta production', logTypes: ['Okta.SystemLog'] }],
    }),
    GetSchemaDetails: (variables) => {
      const input = variables['input'] as { name: string }; // the viewer's own request
      asked.push(input.name);
      const schema = byName(input.name);
      const error = schema ? null : { code: 'NotFound', message: `Schema ${input.name} does not exist.` };
      return { getSchema: { schema, error } };
    },
    SchemaProblems: () => ({ schemaProblems: problems }),
    PutSchema: ({ input }) => {
      const put = input as PutSchemaInput; // the editor's own request
      if (storedRevision !== undefined && put.revision !== storedRevision)
        throw new RequestError('Somebody else changed it.', 409, {
          code: 'RevisionConflict',
          details: { revision: storedRevision },
        });
      puts.push(put);
      const schema = { ...ledger, ...put, revision: (put.revision ?? 0) + 1 };
      return { createOrUpdateSchema: { schema, error: null } };
    },
  };
  return { puts, asked, graphql: answeringServer(answers).graphql };
}

const permissions = ['LogSourceModify'];

describe('list of schemas', () => {
  it('[002-2.24] [002-2.30] shows active schemas by name and fills in the default parameters', async () => {
    const { address } = await renderConsole({ path: '/configure/schemas/', permissions, ...server() });
    expect(await screen.findByText('Custom.Ledger')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Schemas' })).toBeDefined();
    expect(address()).toBe('/configure/schemas/?isArchived=false&sortBy=name&sortDir=ascending');
  });
});

describe('schema viewer', () => {
  const view = (world: ReturnType<typeof server>, children: React.ReactNode) =>
    renderInApp(<GraphqlProvider value={{ request: world.graphql }}>{children}</GraphqlProvider>);

  it('[002-2.72] [001-2.82] shows the description, or that there is none', async () => {
    const first = await view(server(), <SchemaViewer name="Okta.SystemLog" />);
    expect(await screen.findByText('Events of Okta.')).toBeDefined();
    expect(screen.queryByText('No schema description')).toBeNull();
    first.unmount();
    await view(server(), <SchemaViewer name="Custom.Ledger" />);
    expect(await screen.findByText('No schema description')).toBeDefined();
  });

  it('[002-2.73] [001-2.83] shows the reference, or that there is none', async () => {
    const first = await view(server(), <SchemaViewer name="Okta.SystemLog" />);
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('https://example.com/okta');
    expect(screen.queryByText('No schema reference link')).toBeNull();
    first.unmount();
    await view(server(), <SchemaViewer name="Custom.Ledger" />);
    expect(await screen.findByText('No schema reference link')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('[001-2.80] [002-2.70] shows tree or YAML', async () => {
    await view(server(), <SchemaViewer name="Okta.SystemLog" />);
    expect(await screen.findByRole('tree', { name: 'Fields of Okta.SystemLog' })).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'YAML' }));
    expect(screen.getByText('Read Only')).toBeDefined();
    expect(screen.queryByRole('tree')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Tree' }));
    expect(screen.getByRole('tree')).toBeDefined();
  });

  it('[002-2.71] [001-2.81] shows discovered fields on demand, when field discovery is on', async () => {
    await view(server(), <SchemaViewer name="Custom.Ledger" />);
    await screen.findByRole('tree');
    expect(screen.queryByText('found')).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Show Discovered Fields' }));
    expect(screen.getByText('found')).toBeDefined();
  });

  it('says when field discovery has no room any more', async () => {
    const fields = Array.from(
      { length: 500 },
      (_, i) => `  - { name: f${i}, type: string, isDiscovered: true }`,
    );
    const full = { ...ledger, discoveredSpec: `fields:\n${fields.join('\n')}\n` };
    await view(server({ schemas: [full] }), <SchemaViewer name="Custom.Ledger" />);
    expect(await screen.findByText(/took up 500 fields and takes up no more/)).toBeDefined();
  });

  it('[002-2.74] [001-2.85] falls back to the read-only editor for a spec that is no YAML', async () => {
    const broken = { ...ledger, spec: 'fields: [', discoveredSpec: null };
    await view(server({ schemas: [broken] }), <SchemaViewer name="Custom.Ledger" />);
    expect(await screen.findByText('Read Only')).toBeDefined();
    expect(screen.queryByRole('tree')).toBeNull();
  });

  const sheet = async (world: ReturnType<typeof server>) => {
    const names = ['Okta.SystemLog', 'Custom.Ledger'];
    await view(world, <SchemaSheet input={{ names }} isOpen onClose={() => undefined} />);
    expect(await screen.findByRole('tree', { name: 'Fields of Okta.SystemLog' })).toBeDefined();
  };

  it('[000-2.146] [002-2.67] is 40 % wide', async () => {
    await sheet(server());
    expect(document.querySelector('[style*="min(40%, 100vw)"]')).not.toBeNull();
  });

  it('[001-2.84] [002-2.68] [002-2.69] has a tab for each log type, and loads it when it is opened', async () => {
    const world = server();
    await sheet(world);
    expect(document.querySelector('[style*="min(40%, 100vw)"]')).not.toBeNull();
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs).toEqual(['Okta.SystemLog', 'Custom.Ledger']);
    expect(world.asked).toEqual(['Okta.SystemLog']);
    await userEvent.click(screen.getByRole('tab', { name: 'Custom.Ledger' }));
    expect(await screen.findByRole('tree', { name: 'Fields of Custom.Ledger' })).toBeDefined();
    expect(world.asked).toEqual(['Okta.SystemLog', 'Custom.Ledger']);
  });

  it('[002-4.7] keeps the failure of a tab in it', async () => {
    await sheet(server({ schemas: [okta] }));
    await userEvent.click(screen.getByRole('tab', { name: 'Custom.Ledger' }));
    expect(await screen.findByText('Could not load schema')).toBeDefined();
    await userEvent.click(screen.getByRole('tab', { name: 'Okta.SystemLog' }));
    expect(await screen.findByRole('tree', { name: 'Fields of Okta.SystemLog' })).toBeDefined();
  });

  it('[002-8.9] [001-8.30] keeps a failure inside', async () => {
    await view(server(), <SchemaViewer name="Custom.Gone" />);
    expect(await screen.findByText('Could not load schema')).toBeDefined();
    expect(screen.getByText('Schema Custom.Gone does not exist.')).toBeDefined();
    cleanup();
    // Neither a schema nor a reason.
    const silent = answeringServer({
      GetSchemaDetails: () => ({ getSchema: { schema: null, error: null } }),
    });
    await renderInApp(
      <GraphqlProvider value={{ request: silent.graphql }}>
        <SchemaViewer name="Custom.Gone" />
      </GraphqlProvider>,
    );
    expect(await screen.findByText('Could not load schema')).toBeDefined();
    const fallback = "An unknown error occurred and we couldn't load the schema from the server";
    expect(screen.getByText(fallback)).toBeDefined();
  });

  it('folds and opens the tree by keyboard', async () => {
    const nested = {
      ...okta,
      spec: 'fields: [{ name: actor, type: object, fields: [{ name: email, type: string }] }]',
    };
    await view(server({ schemas: [nested] }), <SchemaViewer name="Okta.SystemLog" />);
    const person = userEvent.setup();
    (await screen.findByRole('treeitem', { name: /actor/ })).focus();
    await person.keyboard('{ArrowLeft}');
    expect(screen.queryByRole('treeitem', { name: /email/ })).toBeNull();
    await person.keyboard('{ArrowRight}{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('treeitem', { name: /email/ }));
  });
});

describe('schema editor', () => {
  it('[002-2.25] [002-5.36] [002-5.40] creates a schema under a name of its own', async () => {
    const { puts, graphql } = server();
    const { address } = await renderConsole({ path: '/configure/schemas/new/', permissions, graphql });
    const person = userEvent.setup();
    const create = await screen.findByRole('button', { name: /Create Schema/ });
    expect(screen.getByRole('heading', { name: 'New Schema' })).toBeDefined();
    await person.click(create);
    expect(screen.getByText('This field is required')).toBeDefined();
    const name = screen.getByLabelText('Name');
    await person.type(name, 'ledger');
    expect(screen.getByText('A schema named Custom.Ledger exists already')).toBeDefined();
    await person.clear(name);
    await person.type(name, 'Payments');
    await person.click(create);
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]).toMatchObject({ name: 'Custom.Payments' });
    expect(puts[0]).not.toHaveProperty('revision');
    await waitFor(() => expect(address()).toBe('/configure/schemas/Custom.Payments/'));
  });

  it('[002-2.27] lists problems with their place and does not save them', async () => {
    const problem = {
      path: 'fields[0].type',
      line: 2,
      column: 27,
      endLine: 2,
      endColumn: 33,
      message: 'The type of the field "amount" cannot be "bigint".',
      remedy: 'Use another one.',
    };
    const { puts, graphql } = server({ problems: [problem] });
    await renderConsole({ path: '/configure/schemas/Custom.Ledger/edit/', permissions, graphql });
    const list = await screen.findByRole('list', { name: 'Problems' });
    expect(within(list).getByText('2:27')).toBeDefined();
    expect(within(list).getByText(/cannot be "bigint"/)).toBeDefined();
    const broken = await screen.findByLabelText('Has a problem');
    expect(broken.closest('[role="treeitem"]')?.textContent).toContain('amount');
    const person = userEvent.setup();
    await person.type(screen.getByLabelText('Description'), 'x');
    await person.click(screen.getByRole('button', { name: /Update Schema/ }));
    expect(puts).toEqual([]);
  });

  it('offers to reload or overwrite what somebody else changed', async () => {
    const { puts, graphql } = server({ storedRevision: 4 });
    await renderConsole({ path: '/configure/schemas/Custom.Ledger/edit/', permissions, graphql });
    const person = userEvent.setup();
    await person.type(await screen.findByLabelText('Description'), 'Mine');
    await person.click(screen.getByRole('button', { name: /Update Schema/ }));
    expect(await screen.findByText('Somebody else changed it.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(puts).toHaveLength(1));
    expect(puts[0]).toMatchObject({ name: 'Custom.Ledger', revision: 4, description: 'Mine' });
  });

  it('does not edit managed schemas', async () => {
    await renderConsole({ path: '/configure/schemas/Okta.SystemLog/edit/', permissions, ...server() });
    expect(await screen.findByText(/Managed schemas come with the product/)).toBeDefined();
  });
});

describe('a schema', () => {
  it('[002-2.26] shows its facts and who uses it', async () => {
    await renderConsole({
      path: '/configure/schemas/Okta.SystemLog/',
      permissions: ['LogSourceRead'],
      ...server(),
    });
    expect(await screen.findByRole('heading', { name: 'Okta.SystemLog' })).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Okta production' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Clone' })).toBeNull();
  });
});
