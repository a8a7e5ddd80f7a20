import { useMutation, useQueryClient } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
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
