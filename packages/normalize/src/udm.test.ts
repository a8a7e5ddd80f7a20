import { describe, expect, it } from 'vitest';
import { indicatorsOf } from './testing/normalize-one.ts';

function udmOf(mappings: string, entry: unknown): unknown {
  const fields = `fields:
  - { name: actor, type: object, fields: [{ name: 'e.mail', type: string }, { name: id, type: int }] }
  - { name: addr, type: string }
  - { name: port, type: string }
  - { name: roles, type: array, element: { type: object, fields: [{ name: arn, type: string }] } }
  - { name: free, type: json }
`;
  return indicatorsOf(`${fields}udm: [${mappings}]`, entry)['p_udm'];
}

describe('core fields', () => {
  it('[002-3.35] the first path with a value wins', () => {
    const mapping = '{ name: user.email, paths: [{ path: actor.e.mail }, { path: free.mail }] }';
    expect(udmOf(mapping, { actor: { 'e.mail': 'a@example.com' }, free: { mail: 'b' } })).toEqual({
      user: { email: 'a@example.com' },
    });
    expect(udmOf(mapping, { free: { mail: 'b' } })).toEqual({ user: { email: 'b' } });
    expect(udmOf(mapping, { addr: 'x' })).toBeUndefined();
  });

  it('an address that is an IP fills ip and address, another one address only', () => {
    for (const name of ['source.ip', 'source.address']) {
      const mapping = `{ name: ${name}, paths: [{ path: addr }] }`;
      expect(udmOf(mapping, { addr: '192.0.2.1' })).toEqual({
        source: { ip: '192.0.2.1', address: '192.0.2.1' },
      });
      expect(udmOf(mapping, { addr: 'AWS Internal' })).toEqual({ source: { address: 'AWS Internal' } });
    }
  });

  it('ports are numbers, ids are text', () => {
    const mapping =
      '{ name: destination.port, paths: [{ path: port }] }, { name: user.provider_id, paths: [{ path: actor.id }] }';
    expect(udmOf(mapping, { port: '443', actor: { id: 7 } })).toEqual({
      destination: { port: 443 },
      user: { provider_id: '7' },
    });
    expect(udmOf(mapping, { port: 'https' })).toBeUndefined();
  });

  it('lists gather all values, sorted and distinct', () => {
    const mapping = "{ name: user.arns, paths: [{ path: addr }, { path: 'roles[].arn' }] }";
    expect(udmOf(mapping, { addr: 'arn:b', roles: [{ arn: 'arn:a' }, { arn: 'arn:b' }, {}] })).toEqual({
      user: { arns: ['arn:a', 'arn:b'] },
    });
  });
});
