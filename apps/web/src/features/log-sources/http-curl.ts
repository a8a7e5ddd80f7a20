import type { SourceDetails } from './queries.ts';

/** Puts any text into single quotes for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export interface SampleBody {
  contentType: string;
  body: string;
}

/** Wraps one event, an object or a line of text, as a sender of this stream type would. XML and CloudWatch Logs have envelopes of their own. */
export function sampleBody(
  source: Pick<SourceDetails, 'logStreamType' | 'logStreamTypeOptions'>,
  event: Readonly<Record<string, unknown>> | string,
  now: Date,
): SampleBody {
  const type = source.logStreamType;
  if (typeof event === 'string' && type !== 'CloudWatchLogs')
    return { contentType: 'text/plain', body: event };
  const json = typeof event === 'string' ? event : JSON.stringify(event);
  if (type === 'JsonArray') {
    const field = source.logStreamTypeOptions.envelopeField;
    return {
      contentType: 'application/json',
      body: field ? JSON.stringify({ [field]: [event] }) : `[${json}]`,
    };
  }
  if (type === 'CloudWatchLogs') {
    const logEvents = [{ id: '1', timestamp: now.getTime(), message: json }];
    return {
      contentType: 'application/json',
      body: JSON.stringify({
        messageType: 'DATA_MESSAGE',
        owner: '111122223333',
        logGroup: 'sample',
        logStream: 'sample',
        subscriptionFilters: ['sample'],
        logEvents,
      }),
    };
  }
  if (type === 'XML') {
    const cells = Object.entries(event).map(
      ([name, value]) => `<${name}>${escaped(String(value))}</${name}>`,
    );
    return { contentType: 'application/xml', body: `<event>${cells.join('')}</event>` };
  }
  return { contentType: 'application/json', body: json };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The value typed in this session, else a name in angle brackets that says what to put there. */
function settingOf(settings: Readonly<Record<string, unknown>>, name: string, placeholder: string): string {
  const value = settings[name];
  return typeof value === 'string' && value !== '' ? value : placeholder;
}

/**
 * The command that sends a body to an HTTP source, with its authentication. Secrets the server keeps are not known
 * here: they appear as `<secret>` unless `settings` holds what was just typed.
 */
export function curlCommand(
  url: string,
  settings: Readonly<Record<string, unknown>>,
  { contentType, body }: SampleBody,
): string {
  const lines = [`curl ${shellQuoted(url)}`, `  -H ${shellQuoted(`Content-Type: ${contentType}`)}`];
  const header = settingOf(settings, 'authHeaderKey', '<header>');
  const secret = settingOf(settings, 'authSecretValue', '<secret>');
  const data = `  --data-binary ${shellQuoted(body)}`;
  const method = settings.authMethod;
  if (method === 'HMAC') {
    const algorithm = settingOf(settings, 'authHmacAlg', 'SHA256').toLowerCase();
    return [
      `BODY=${shellQuoted(body)}`,
      `SIGNATURE=$(printf %s "$BODY" | openssl dgst -${algorithm} -hmac ${shellQuoted(secret)} | sed 's/^.* //')`,
      [...lines, `  -H "${header}: ${algorithm}=$SIGNATURE"`, '  --data-binary "$BODY"'].join(' \\\n'),
    ].join('\n');
  }
  if (method === 'SharedSecret') lines.push(`  -H ${shellQuoted(`${header}: ${secret}`)}`);
  if (method === 'Bearer') {
    const token = settingOf(settings, 'authBearerToken', '<token>');
    lines.push(`  -H ${shellQuoted(`Authorization: Bearer ${token}`)}`);
  }
  if (method === 'Basic') {
    const user = settingOf(settings, 'authUsername', '<username>');
    const password = settingOf(settings, 'authPassword', '<password>');
    lines.push(`  -u ${shellQuoted(`${user}:${password}`)}`);
  }
  return [...lines, data].join(' \\\n');
}
