import { describe, expect, it } from 'vitest';
import { createFieldIndex } from './event-fields.ts';
import { okta, trail } from './testing.ts';

const index = createFieldIndex([trail, okta]);
const look = (path: string, throughLists = true) => index.look(path.split('.'), { throughLists });

describe('createFieldIndex', () => {
  it('puts fields that all log types have first, and names the log types of the others', () => {
    const [first, second] = index.childrenOf([]);
    expect(first).toMatchObject({ name: 'p_log_type', isCommon: true });
    expect(second).toMatchObject({ name: 'actor', isCommon: false, logTypes: ['Okta.SystemLog'] });
  });
  it('reads names without regard to case, as events are read', () => {
    expect(look('USERIDENTITY.type')).toMatchObject({
      kind: 'known',
      node: { path: ['userIdentity', 'type'] },
    });
  });
  it('tells an unknown name from one in free JSON and from one inside a list', () => {
    expect(look('requestParameters.anything.below').kind).toBe('open');
    expect(look('resources.arn').kind).toBe('known');
    expect(look('resources.arn', false)).toMatchObject({ kind: 'in-list', at: 1 });
    expect(look('userIdentity.nmae')).toMatchObject({ kind: 'unknown', at: 1 });
    expect(look('eventName.below')).toMatchObject({ kind: 'unknown', at: 1 });
  });
  it('finds the name that was meant, and none where nothing is near', () => {
    const nearest = (path: string) => {
      const verdict = look(path);
      return verdict.kind === 'unknown' ? verdict.nearest : 'known';
    };
    expect(nearest('evntName')).toBe('eventName');
    expect(nearest('source_ip_address')).toBe('sourceIPAddress');
    expect(nearest('userIdentity.username')).toBe('known');
    expect(nearest('userIdentity.userNam')).toBe('userName');
    expect(nearest('colour')).toBeUndefined();
  });
});
