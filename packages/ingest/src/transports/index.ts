import { http } from './http/index.ts';
import type { PushTransport } from './transport.ts';

/** Every transport, by folder name. One more costs its folder and its line here. */
export const transports: readonly PushTransport[] = [http];
