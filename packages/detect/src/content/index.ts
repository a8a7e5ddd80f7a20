export * from './derive.ts';
export * from './item.ts';
export * from './read-content.ts';
export * from './read-folder.ts';
export * from './runtime.ts';
export * from './write-content.ts';
export * from './yaml-text.ts';
