import { jsonOverHttp } from '../pullers/json-over-http/index.ts';
import { defineSource } from './source.ts';

/** Any API that answers with records as JSON. */
export const logPulling = defineSource({
  id: 'LogPulling',
  title: 'Log pulling',
  description: 'An API of another system is asked for new records every minute or so.',
  streamTypes: ['JSON'],
  transport: jsonOverHttp,
});
