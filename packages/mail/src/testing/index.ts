export * from './read-mail.ts';
export * from './mail-server.ts';
