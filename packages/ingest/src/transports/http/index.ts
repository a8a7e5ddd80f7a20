import { defineTransport } from '../transport.ts';
import { createHttpIntake, defaultHttpIntakeLimits } from './receive.ts';
import { HttpSettings } from './settings.ts';

const maxBodyBytes = 64 * 1024 ** 2;

/** `POST /http/{sourceId}`; GET and HEAD tell a sender that probes first whether the address is there. */
export const http = defineTransport({
  kind: 'push',
  id: 'http',
  settings: HttpSettings,
  // OpenTelemetry exporters add the path of the signal to the address they are given.
  paths: ['/http/:id', '/http/:id/', '/http/:id/v1/:signal{logs|metrics|traces}'],
  open: (deps, { maxBatchBytes }) =>
    createHttpIntake(deps, {
      ...defaultHttpIntakeLimits,
      maxBodyBytes: Math.min(maxBodyBytes, maxBatchBytes),
      maxPlainBytes: maxBatchBytes,
    }),
});
