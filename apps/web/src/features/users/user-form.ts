import { emailFault, fieldMessages } from '../../ui/inputs/form-rules.ts';
import type { User, UserInput } from './queries.ts';

export interface UserDraft {
  givenName: string;
  familyName: string;
  email: string;
  roleId: string;
}
export type UserFaults = Partial<Record<keyof UserDraft, string>>;

export const emptyDraft: UserDraft = { givenName: '', familyName: '', email: '', roleId: '' };

/** Of the role that people of the identity provider have until somebody gives them another. */
const samlDefaultId = '';

/** The pseudo-role in lists and in the form. `roleName`: of the role it stands for, where that is known. */
export const samlDefaultLabel = (roleName: string | undefined): string =>
  roleName === undefined ? 'SAML Default' : `${roleName} (SAML Default)`;

/** How the role of a person is shown. */
export const roleLabel = ({ role, hasSamlDefaultRole }: Pick<User, 'role' | 'hasSamlDefaultRole'>): string =>
  hasSamlDefaultRole ? samlDefaultLabel(role?.name) : (role?.name ?? '–');

export const draftOf = ({ givenName, familyName, email, role, hasSamlDefaultRole }: User): UserDraft => ({
  givenName: givenName ?? '',
  familyName: familyName ?? '',
  email,
  roleId: hasSamlDefaultRole ? samlDefaultId : (role?.id ?? ''),
});

/** Whose identity comes from a provider: name and email are changed there. */
export const isExternal = ({ status }: Pick<User, 'status'>): boolean => status === 'EXTERNAL_PROVIDER';

/** Errors of the form by field; empty when it may be sent. `others` are all people but the one in the form. */
export function faultsOf(draft: UserDraft, others: readonly User[], fromProvider = false): UserFaults {
  const faults: UserFaults = {};
  if (fromProvider) return faults;
  if (draft.roleId === '') faults.roleId = fieldMessages.required;
  if (draft.givenName.trim() === '') faults.givenName = 'First name is required';
  if (draft.familyName.trim() === '') faults.familyName = 'Last name is required';
  const email = draft.email.trim();
  const isTaken = others.some(
    (other) => !isExternal(other) && other.email.toLowerCase() === email.toLowerCase(),
  );
  const wrongEmail = emailFault(email);
  if (wrongEmail) faults.email = wrongEmail;
  else if (isTaken) faults.email = 'Email already in use';
  return faults;
}

export const inputOf = (draft: UserDraft): UserInput => ({
  email: draft.email.trim(),
  givenName: draft.givenName.trim(),
  familyName: draft.familyName.trim(),
  role: { kind: 'Id', value: draft.roleId },
});
