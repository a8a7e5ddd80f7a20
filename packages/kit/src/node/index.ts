export * from './address-guard.ts';
export * from './child-life.mjs';
export * from './engine-environment.ts';
export * from './host-guard.ts';
export * from './http-client.ts';
export * from './link-tree.ts';
export * from './lock-folder.ts';
export * from './sources-digest.ts';
