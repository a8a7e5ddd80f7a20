import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessRuleFaults, checkAccessRules } from './access-rules.ts';

const toys = 'apps/server/src/domains/toys';
const access = `export const toysAccess = accessRules({\n  read: ['RuleRead'],\n  sell: 'signed-in',\n});`;
const asked = `auth: toysAccess.read, auth2: toysAccess.sell`;

/** What is wrong where one file of the domain has this text, beside its rules. */
const faultsOf = (name: string, text: string) =>
  accessRuleFaults(
    new Map([
      [`${toys}/access.ts`, access],
      [`${toys}/service.ts`, asked],
      [`${toys}/${name}`, text],
    ]),
  ).map(({ file, message }) => `${file} ${message}`);
const name = "name the rule of the domain's access.ts instead";

describe('a rule that is written where the operation is offered', () => {
  it.each([
    ['graphql.ts', "    auth: ['RuleRead'],", `:1 writes 'RuleRead': ${name}`],
    ['graphql-more.ts', "\n    auth: 'signed-in',", `:2 writes 'signed-in': ${name}`],
    ['rest.ts', "routes.get('/internal/toys', 'public', answer);", `:1 writes 'public': ${name}`],
    ['graphql.ts', "holdsAny(actor.permissions, ['LookupRead'])", `:1 writes 'LookupRead': ${name}`],
    [
      'fields.ts',
      'function types({ builder }: GraphqlParts) { builder.queryField({ auth: mine })',
      ":1 takes mine for a rule: name one of the domain's access.ts instead",
    ],
  ])('is refused in %s: %s', (file, text, fault) =>
    expect(faultsOf(file, text)).toEqual([`${toys}/${file}${fault}`]),
  );

  it.each([
    ['graphql.ts', "auth: toysAccess.read, type: 'RuleReader'"],
    ['graphql.ts', "auth: 'with-parent' }"],
    ['rest.ts', "routes.get('/internal/toys', toysAccess.read, answer);"],
    ['service.ts', `${asked} const wanted = ['UserModify'];`],
    ['graphql.test.ts', "auth: ['RuleRead']"],
  ])('is none in %s: %s', (file, text) => expect(faultsOf(file, text)).toEqual([]));
});

it('refuses a rule that nothing asks', () =>
  expect(faultsOf('service.ts', 'auth: toysAccess.read')).toEqual([
    `${toys}/access.ts has the rule toysAccess.sell, which nothing asks: take it out`,
  ]));

it('finds every rule of the server in its place', async () =>
  expect(await checkAccessRules(resolve(import.meta.dirname, '../..'))).toEqual([]));
