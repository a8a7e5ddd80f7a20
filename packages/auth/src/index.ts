export * from './device-token.ts';
export * from './log-type-access.ts';
export * from './local-proof.ts';
export * from './opaque-token.ts';
export * from './password.ts';
export * from './permissions.ts';
export * from './secret-box.ts';
export * from './session-token.ts';
