export { findNatsServer } from './nats-program.ts';
export { startNatsServer } from './nats-server.ts';
export type { TestNatsServer } from './nats-server.ts';
