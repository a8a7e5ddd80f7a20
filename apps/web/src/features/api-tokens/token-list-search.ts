import { arranged } from '../../lib/arranged.ts';
import { normalisePermissions } from '../../lib/permissions.ts';
import type { PagedAddress } from '../../ui/lists/paged-list.tsx';
import type { ApiToken } from './queries.ts';

export const tokenSorts = ['name', 'permissions', 'expires', 'lastUsed', 'createdBy'] as const;
export type TokenSort = (typeof tokenSorts)[number];
export type TokenListSearch = PagedAddress<TokenSort>;

/** Later than every moment there is. */
const never = '~';

const keys: Record<TokenSort, (token: ApiToken) => string | number> = {
  name: ({ name }) => name.toLowerCase(),
  permissions: ({ permissions }) => normalisePermissions(permissions).size,
  expires: ({ expiresAt }) => expiresAt ?? never,
  lastUsed: ({ lastUsedAt }) => lastUsedAt ?? '',
  createdBy: ({ createdBy }) => createdBy.name.toLowerCase(),
};

/** The tokens whose name, permissions, networks, log types or maker hold the text, in order. */
export function arrangeTokens(tokens: readonly ApiToken[], search: TokenListSearch): ApiToken[] {
  return arranged(tokens, search, {
    textsOf: ({ name, permissions, allowedCIDRBlocks, logTypeAccess, createdBy }) => [
      name,
      createdBy.name,
      ...normalisePermissions(permissions),
      ...allowedCIDRBlocks,
      ...logTypeAccess,
    ],
    keyOf: keys[search.sortBy],
  });
}
