export * from './bytes.ts';
export * from './errors.ts';
export * from './exact-json.ts';
export * from './http.ts';
export * from './ids.ts';
export * from './ip-address.ts';
export * from './log.ts';
