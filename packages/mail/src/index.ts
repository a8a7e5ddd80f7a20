export * from './message.ts';
export * from './smtp-sender.ts';
