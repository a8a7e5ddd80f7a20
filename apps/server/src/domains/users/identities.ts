import { firstRow, type Sql } from '@margay/store';

export const identityKinds = ['SAML', 'OIDC'] as const;
export type IdentityKind = (typeof identityKinds)[number];

/** What an identity provider calls one of our people. */
export interface UserIdentity {
  kind: IdentityKind;
  /** Of the provider: its entity id, or the issuer of its tokens. */
  issuer: string;
  /** Of the person there; never their email, unless the provider has nothing else. */
  subject: string;
}

export async function findIdentityOwner(
  sql: Sql,
  { issuer, subject }: Pick<UserIdentity, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const row = await firstRow<{ user_id: string }>(
    sql,
    'select user_id from user_identities where issuer = $1 and subject = $2',
    [issuer, subject],
  );
  return row?.user_id;
}

export async function insertIdentity(sql: Sql, userId: string, identity: UserIdentity): Promise<void> {
  await sql.query('insert into user_identities (issuer, subject, kind, user_id) values ($1, $2, $3, $4)', [
    identity.issuer,
    identity.subject,
    identity.kind,
    userId,
  ]);
}

export function listIdentities(sql: Sql, userId: string): Promise<UserIdentity[]> {
  return sql.query<UserIdentity>(
    'select kind, issuer, subject from user_identities where user_id = $1 order by created_at, issuer',
    [userId],
  );
}
