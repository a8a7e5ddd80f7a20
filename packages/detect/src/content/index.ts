export * from './item.ts';
export * from './read-content.ts';
export * from './read-folder.ts';
