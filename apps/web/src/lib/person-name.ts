export interface NamedPerson {
  givenName: string | null;
  familyName: string | null;
  email: string;
}

/** Whom the identity provider gives neither a name nor an email. */
const namelessName = 'No name (single sign-on)';

/** First and last name, else the email address. */
export function personName({ givenName, familyName, email }: NamedPerson): string {
  return [givenName, familyName].filter(Boolean).join(' ') || email || namelessName;
}

/** Whom their identity provider does not name: neither by an email nor by a name. */
export const isNameless = ({ givenName, familyName, email }: NamedPerson): boolean =>
  email === '' || (!givenName && !familyName);

/** A person in a list, to look at, to choose from or to filter by. */
export function listedName(person: NamedPerson & { enabled: boolean }): string {
  return person.enabled ? personName(person) : `${personName(person)} (Deactivated)`;
}
