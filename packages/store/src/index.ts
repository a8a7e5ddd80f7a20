export { announce, openChanges } from './changes/changes.ts';
export type { Changes } from './changes/changes.ts';
export { changeRevisions } from './changes/migration.ts';
export { inTurn } from './in-turn.ts';
export * from './migrate.ts';
export * from './open.ts';
export * from './storable.ts';
export * from './store.ts';
