export * from './address-guard.ts';
export * from './http-client.ts';
export * from './lock-folder.ts';
