export { findNatsServer } from './nats-program.ts';
export { startNatsServer } from './nats-server.ts';
export type { TestNatsServer } from './nats-server.ts';
export { startLoopbackApi } from './loopback-api.ts';
export type { LoopbackAnswer, LoopbackApi } from './loopback-api.ts';
