export * from './lock-folder.ts';
