export * from './field.ts';
export * from './form.ts';
export * from './secrets.ts';
export * from './read.ts';
export * from './shown.ts';
