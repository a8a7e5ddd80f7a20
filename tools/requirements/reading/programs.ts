/** Programs of ours, as tests start them. */
export const programs = { server: 'apps/server/src/main.ts', 'command line': 'apps/cli/bin/margay.mjs' };
export const rootPrograms = Object.values(programs);
