export * from './bytes.ts';
export * from './errors.ts';
export * from './http.ts';
export * from './ids.ts';
export * from './log.ts';
