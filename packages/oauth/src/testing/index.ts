export { startTokenServer } from './token-server.ts';
export type { TokenServer } from './token-server.ts';
