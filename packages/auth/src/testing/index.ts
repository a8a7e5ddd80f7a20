import { normalizePermission } from '../permissions.ts';
import { signSessionToken, type SessionClaims } from '../session-token.ts';

export type TestClaims = Partial<Omit<SessionClaims, 'permissions'>> & { permissions?: readonly string[] };

/** An ID token as the server signs it, of somebody without permissions unless `claims` says otherwise. */
export function testIdToken({ permissions = [], ...claims }: TestClaims = {}): Promise<string> {
  const known = permissions.map((name) => {
    const permission = normalizePermission(name);
    if (permission === undefined) throw new TypeError(`there is no permission ${name}`);
    return permission;
  });
  return signSessionToken(
    {
      userId: 'u1',
      sessionId: 's1',
      email: 'ana@example.com',
      givenName: '',
      familyName: '',
      roleId: '',
      roleName: '',
      samlDefaultRole: null,
      identities: [],
      chatSupportHash: '',
      logTypeAccessKind: 'ALLOW_ALL',
      authTime: Math.floor(Date.now() / 1000),
      ...claims,
      permissions: known,
    },
    'id',
    new Uint8Array(32),
    Date.now(),
  );
}
