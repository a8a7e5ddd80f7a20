export * from './alert.ts';
export * from './catalog.ts';
export * from './detection.ts';
export * from './entry.ts';
export * from './event.ts';
export * from './fields.ts';
export * from './severity.ts';
export * from './source.ts';
