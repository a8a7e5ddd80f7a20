export * from './arbitrary-items.ts';
