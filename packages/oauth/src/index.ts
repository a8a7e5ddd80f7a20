export { askForToken } from './ask-for-token.ts';
export type { AccessToken, TokenDeps } from './ask-for-token.ts';
export { authorizedClient } from './authorized-client.ts';
export type { TokenSource } from './authorized-client.ts';
export { tokenFailed, tokenRefused } from './failures.ts';
export {
  demandOAuthFields,
  isOAuthGrant,
  oauthFields,
  oauthGrantLabels,
  oauthGrants,
  tokenGrantOf,
} from './oauth-fields.ts';
export type { OAuthGrant, OAuthSettings } from './oauth-fields.ts';
export type { TokenAccess, TokenGrant } from './token-grant.ts';
