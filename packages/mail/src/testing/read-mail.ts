/** A mail as its receiver sees it. */
export interface ReadMail {
  /** By lower-case name, in the order they stood. */
  headers: ReadonlyMap<string, readonly string[]>;
  text: string;
  html: string;
}

const encodings: Record<string, (body: string) => string> = {
  base64: (body) => Buffer.from(body, 'base64').toString(),
  'quoted-printable': (body) =>
    Buffer.from(
      body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    ).toString(),
};

function splitHead(raw: string): { headers: Map<string, string[]>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return { headers, body: raw.slice(end + 4) };
}

/** `raw` has a text and an HTML part. */
export function readMail(raw: string): ReadMail {
  const { headers, body } = splitHead(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitHead(part.replace(/^\r\n/, '')));
  const textOf = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.[0]?.startsWith(type));
    const decode = encodings[part?.headers.get('content-transfer-encoding')?.[0] ?? ''];
    return (decode?.(part?.body ?? '') ?? part?.body ?? '').trim();
  };
  return { headers, text: textOf('text/plain'), html: textOf('text/html') };
}
