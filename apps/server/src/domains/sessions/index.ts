/** What other domains may use. */
export type { SessionsService } from './service.ts';
export type { SignInReply } from './sign-in/sign-ins.ts';
