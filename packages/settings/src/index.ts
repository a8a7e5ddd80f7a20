export * from './field.ts';
export * from './form.ts';
export * from './secrets.ts';
