export * from './migrate.ts';
export * from './open.ts';
export * from './storable.ts';
export * from './store.ts';
