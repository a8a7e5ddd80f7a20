import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

const updateDocument = gql(`mutation UpdateProfile($input: UpdateUserInput!) {
  updateUser(input: $input) { user { id givenName familyName } }
}`);

export function useUpdateProfile() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; givenName: string; familyName: string }) =>
      graphql.request(updateDocument, { input }),
    // The name stands in many lists, and some may be under this dialog.
    onSuccess: () => cache.invalidateQueries(),
  });
}

const ownDocument = gql(`query OwnAccess {
  ownAccess {
    hasApp passkeysUnavailable passkeyOrigin
    passkeys { id name isUsable createdAt lastUsedAt }
    sessions { id isThis sourceIp userAgent startedAt lastUsedAt }
  }
}`);
const startDocument = gql(`mutation StartPasskey($input: StartPasskeyInput!) {
  startPasskey(input: $input) { options } }`);
const addDocument = gql(`mutation AddPasskey($input: AddPasskeyInput!) {
  addPasskey(input: $input) { passkey { id } recoveryCodes } }`);
const renameDocument = gql(`mutation RenamePasskey($input: RenamePasskeyInput!) {
  renamePasskey(input: $input) { id name } }`);
const removeDocument = gql(`mutation RemovePasskey($input: RemovePasskeyInput!) {
  removePasskey(input: $input) { id } }`);
const endDocument = gql(`mutation EndOwnSession($input: IdInput!) { endOwnSession(input: $input) { id } }`);
const endOthersDocument = gql(`mutation EndOtherSessions { endOtherSessions { count } }`);

export type OwnAccess = ResultOf<typeof ownDocument>['ownAccess'];
export type Passkey = OwnAccess['passkeys'][number];
export type OwnSession = OwnAccess['sessions'][number];
/** What somebody proves once more before a second factor of theirs is changed. */
export type FreshProof = { password: string } | { code: string };

const ownKey = ['own-access'] as const;

export function useOwnAccess() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ownKey,
    queryFn: async ({ signal }) => (await graphql.request(ownDocument, {}, { signal })).ownAccess,
    meta: { failure: 'panel' },
  });
}

/** A change of one's own access; the list is asked for anew, whatever became of it. */
function useOwnChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: ownKey }),
  });
}

/** Asks the server, the browser, and the server again. `make` is given the server's options. */
export function useAddPasskey(make: (options: object) => Promise<object>) {
  const graphql = useGraphql();
  return useOwnChange(async ({ name, proof }: { name: string; proof: FreshProof }) => {
    const { startPasskey } = await graphql.request(startDocument, { input: proof });
    // The options are an object: `creationOptions` of the server's library makes them.
    const response = await make(startPasskey.options as object);
    return (await graphql.request(addDocument, { input: { name, response } })).addPasskey;
  });
}

export function useRenamePasskey() {
  const graphql = useGraphql();
  return useOwnChange((input: { id: string; name: string }) => graphql.request(renameDocument, { input }));
}

export function useRemovePasskey() {
  const graphql = useGraphql();
  return useOwnChange(({ id, proof }: { id: string; proof: FreshProof }) =>
    graphql.request(removeDocument, { input: { id, ...proof } }),
  );
}

export function useEndSession() {
  const graphql = useGraphql();
  return useOwnChange((id: string) => graphql.request(endDocument, { input: { id } }));
}

export function useEndOtherSessions() {
  const graphql = useGraphql();
  return useOwnChange(async () => (await graphql.request(endOthersDocument, {})).endOtherSessions.count);
}
