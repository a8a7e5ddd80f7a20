import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import type { Known, ResultOf, VariablesOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

const facts = gql(`fragment UserFacts on User {
  id email givenName familyName status enabled hasMfa hasSamlDefaultRole createdAt lastLoggedInAt role { id name }
}`);
const listDocument = gql(
  `query ListUsersRolesSaml {
    users { ...UserFacts }
    samlConfig { defaultRoleId }
    roles { id name permissions logTypeAccessKind requiresSecondFactor }
    isMailSetUp
  }`,
  [facts],
);
const inviteDocument = gql(
  `mutation InviteUser($input: InviteUserInput!) {
    inviteUser(input: $input) { user { ...UserFacts } temporaryPassword }
  }`,
  [facts],
);
const editDocument = gql(
  `mutation EditUser($input: UpdateUserInput!) { updateUser(input: $input) { user { ...UserFacts } } }`,
  [facts],
);
const resetPasswordDocument = gql(
  `mutation ResetUserPassword($input: IdInput!) {
    resetUserPassword(input: $input) { user { ...UserFacts } temporaryPassword }
  }`,
  [facts],
);
const resetLinkDocument = gql(
  `mutation CreatePasswordResetLink($input: IdInput!) { createPasswordResetLink(input: $input) { url expiresAt } }`,
);
const resetMfaDocument = gql(
  `mutation ResetUserMfa($input: IdInput!) { resetUserMfa(input: $input) { id } }`,
);
const letSupportInDocument = gql(
  `mutation LetSupportIn($input: LetSupportInInput!) { letSupportIn(input: $input) { address until } }`,
);
const deleteDocument = gql(`mutation DeleteUser($input: IdInput!) { deleteUser(input: $input) { id } }`);

export type UserStatus =
  | 'UNCONFIRMED'
  | 'CONFIRMED'
  | 'EXTERNAL_PROVIDER'
  | 'FORCE_CHANGE_PASSWORD'
  | 'RESET_REQUIRED'
  | 'ARCHIVED'
  | 'UNKNOWN';
type Listed = ResultOf<typeof listDocument>;
export type User = Known<ResultOf<typeof facts>, { status: UserStatus }>;
export type Role = Listed['roles'][number];
/** Everybody, the newest first, and the roles they may have. */
export interface People {
  users: User[];
  roles: Role[];
  /** Temporary passwords are mailed, and nobody else sees them. */
  isMailSetUp: boolean;
  samlConfig: Listed['samlConfig'];
}
/** Somebody whose temporary password is shown this once; null where it was mailed. */
export interface WithPassword {
  user: User;
  temporaryPassword: string | null;
}

/** Where the server refuses without a word. */
export const unknownError = 'An unknown error occurred';

const key = ['users'];

export function usePeople() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await graphql.request(listDocument, {}, { signal })) as People,
    meta: { failure: 'panel' },
  });
}

/** What a change does to the list that is shown; the server is asked anew afterwards. */
function useListChange() {
  const cache = useQueryClient();
  return async (change: (users: User[]) => User[]) => {
    cache.setQueryData<People>(key, (before) => before && { ...before, users: change(before.users) });
    await cache.invalidateQueries({ queryKey: key });
  };
}
const inPlace = (changed: User) => (users: User[]) =>
  users.map((user) => (user.id === changed.id ? changed : user));

export interface UserInput {
  email: string;
  givenName: string;
  familyName: string;
  role: { kind: 'Id'; value: string };
}

export function useInviteUser() {
  const graphql = useGraphql();
  const change = useListChange();
  return useMutation({
    mutationFn: async (input: UserInput) =>
      (await graphql.request(inviteDocument, { input })).inviteUser as WithPassword,
    onSuccess: ({ user }) => change((users) => [user, ...users]),
  });
}

/** What is left out stays. */
export function useEditUser() {
  const graphql = useGraphql();
  const change = useListChange();
  return useMutation({
    mutationFn: async (input: { id: string; enabled?: boolean } & Partial<UserInput>) =>
      (await graphql.request(editDocument, { input })).updateUser.user as User,
    onSuccess: (user) => change(inPlace(user)),
  });
}

export function useResetPassword() {
  const graphql = useGraphql();
  const change = useListChange();
  return useMutation({
    mutationFn: async (id: string) =>
      (await graphql.request(resetPasswordDocument, { input: { id } })).resetUserPassword as WithPassword,
    onSuccess: ({ user }) => change(inPlace(user)),
  });
}

/** A link that sets a new password, once. */
export function useResetLink() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: async (id: string) =>
      (await graphql.request(resetLinkDocument, { input: { id } })).createPasswordResetLink,
  });
}

export function useResetMfa() {
  const graphql = useGraphql();
  const change = useListChange();
  return useMutation({
    mutationFn: (id: string) => graphql.request(resetMfaDocument, { input: { id } }),
    onSuccess: (_reply, id) =>
      change((users) => users.map((user) => (user.id === id ? { ...user, hasMfa: false } : user))),
  });
}

/** Somebody for some hours; the answer holds their link, this once. */
export function useLetSupportIn() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: VariablesOf<typeof letSupportInDocument>['input']) =>
      (await graphql.request(letSupportInDocument, { input })).letSupportIn,
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useDeleteUser() {
  const graphql = useGraphql();
  const change = useListChange();
  return useMutation({
    mutationFn: (id: string) => graphql.request(deleteDocument, { input: { id } }),
    onSuccess: (_reply, id) => change((users) => users.filter((user) => user.id !== id)),
  });
}
