export * from './field.ts';
export * from './form.ts';
export * from './secrets.ts';
export * from './read.ts';
export { shownFields, type ShownField } from './shown.ts';
