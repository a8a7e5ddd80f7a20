import { expect, it } from 'vitest';
import { forgetCatalog, keepCatalog, keptCatalog } from './catalog-cache.ts';

const catalogOf = (name: string) => [{ name, displayName: name, tables: [] }];

it('[001-9.4] [002-9.5] keeps tables and fields of at most 1,000,000 characters, and takes away what is larger', () => {
  const room = 1_000_000 - JSON.stringify({ userId: 'ada', databases: catalogOf('') }).length;
  // The name stands in it twice.
  const most = [
    { ...catalogOf('x'.repeat(Math.floor(room / 2)))[0]!, displayName: 'x'.repeat(Math.ceil(room / 2)) },
  ];
  keepCatalog('ada', most);
  expect(localStorage.getItem('margay.propertyDefinitions')).toHaveLength(1_000_000);
  expect(keptCatalog('ada')).toEqual(most);
  keepCatalog('ada', catalogOf('x'.repeat(500_000)));
  expect(localStorage.getItem('margay.propertyDefinitions')).toBeNull();
  expect(keptCatalog('ada')).toBeUndefined();
});

it('belongs to one person, until they sign out', () => {
  keepCatalog('ada', catalogOf('panther_logs'));
  expect(keptCatalog('eve')).toBeUndefined();
  forgetCatalog();
  expect(keptCatalog('ada')).toBeUndefined();
});
