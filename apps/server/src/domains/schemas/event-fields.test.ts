import { unrestrictedAccess } from '@margay/auth';
import { readSchema } from '@margay/schema';
import { describe, expect, it } from 'vitest';
import { eventFieldsOf } from './event-fields.ts';

const spec = `schema: Custom.Door
fieldDiscoveryEnabled: true
fields:
  - name: who
    type: object
    description: Person at the door
    fields:
      - name: email
        type: string
  - name: doors
    type: array
    element:
      type: object
      fields:
        - name: id
          type: bigint
`;

describe('eventFieldsOf', () => {
  const { schema } = readSchema(spec, { owner: 'user', name: 'Custom.Door' });
  const active = { name: 'Custom.Door', version: 1, spec, owner: 'user', schema: schema! } as const;
  const { fields, keepsUnknownFields } = eventFieldsOf(active, unrestrictedAccess);
  const lines = fields.map(({ path, type }) => `${path.join('.')}: ${type}`);

  it('names every field by its path in the event, with the standard ones', () => {
    expect(lines.slice(0, 4)).toEqual([
      'who: object',
      'who.email: string',
      'doors: array of object',
      'doors.id: bigint',
    ]);
    expect(lines).toContain('p_udm.source.ip: string');
    expect(lines).toContain('p_any_ip_addresses: array of string');
    expect(fields[0]?.description).toBe('Person at the door');
  });
  it('says that fields beside the schema are kept', () => expect(keepsUnknownFields).toBe(true));
});
