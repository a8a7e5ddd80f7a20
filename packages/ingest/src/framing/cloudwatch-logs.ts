import * as z from 'zod';
import type { Framer, FrameSink, FramingLimits } from './framing.ts';
import { defineFraming } from './framing.ts';
import { frameJson } from './json.ts';
import { isBlank } from './text.ts';

/** A CloudWatch Logs subscription record, as Amazon documents it under "Real-time processing of log data". */
const Message = z.object({
  messageType: z.string(),
  owner: z.string().optional(),
  logGroup: z.string().optional(),
  logStream: z.string().optional(),
  subscriptionFilters: z.array(z.string()).optional(),
  logEvents: z.array(z.object({ message: z.string() })),
});

/** Subscription records one after another; each message inside is an entry. Control messages are counted only. */
export function frameCloudWatchLogs(keepEnvelope: boolean, limits: FramingLimits, sink: FrameSink): Framer {
  function open(text: string): void {
    const message = Message.safeParse(parse(text));
    if (!message.success) {
      return sink.failure('it is not a CloudWatch Logs record', text, Buffer.byteLength(text));
    }
    const { messageType, logEvents, ...envelope } = message.data;
    if (messageType === 'CONTROL_MESSAGE') return sink.count('control');
    const header = keepEnvelope ? { header: envelope } : {};
    for (const event of logEvents) {
      const entry = event.message.replace(/\r?\n$/, '');
      if (isBlank(entry)) sink.count('blank');
      else sink.entry({ text: entry, ...header });
    }
  }
  return frameJson(limits, { ...sink, entry: ({ text }) => open(text) });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const cloudWatchLogs = defineFraming({
  type: 'CloudWatchLogs',
  label: 'CloudWatch Logs',
  help: 'Records of a CloudWatch Logs subscription; each log message inside is one event.',
  isBeta: false,
  options: ['keepEnvelope'],
  create: (format, limits, sink) => frameCloudWatchLogs(format.keepEnvelope === true, limits, sink),
});
