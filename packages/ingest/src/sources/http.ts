import { streamTypes } from '@margay/model';
import { http as transport } from '../transports/http/index.ts';
import { defineSource } from './source.ts';

/** A webhook, or any agent that can send batches over HTTP. */
export const http = defineSource({
  id: 'HTTP',
  title: 'HTTP',
  description: 'Applications and agents send their logs to an address of this installation.',
  streamTypes: [...streamTypes],
  transport,
});
