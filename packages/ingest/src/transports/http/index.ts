import { streamTypes } from '@margay/model';
import { defineTransport } from '../transport.ts';
import { HttpSettings } from './settings.ts';

/** `POST /http/{sourceId}`: a webhook, or any agent that can send batches over HTTP. */
export const http = defineTransport({
  id: 'http',
  ingestionType: 'HTTP',
  title: 'HTTP',
  description: 'Applications and agents send their logs to an address of this installation.',
  settings: HttpSettings,
  streamTypes: [...streamTypes],
});
