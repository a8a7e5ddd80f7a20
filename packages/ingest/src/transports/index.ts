import { http } from './http/index.ts';
import type { Transport } from './transport.ts';

/** Every push transport, by folder name. One more costs its folder and its line here. */
export const transports: Transport[] = [http];
