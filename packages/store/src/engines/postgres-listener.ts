import { default as pg, type Client as PgClient } from 'pg';

const { Client, escapeIdentifier } = pg;
const reconnectMs = 500;

/**
 * Notifications of a channel over a connection of its own, which a pool could not give: it listens as long as it lasts.
 * A broken connection is made again every half second, and then calls back, since news may have been missed.
 */
export async function listenOn(
  url: string,
  channel: string,
  onNews: () => void,
): Promise<() => Promise<void>> {
  let client: PgClient | undefined;
  let again: NodeJS.Timeout | undefined;
  let isOver = false;

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString: url });
    // The connection's end follows, and it is what counts.
    fresh.on('error', () => undefined);
    fresh.on('notification', onNews);
    fresh.on('end', () => {
      if (client === fresh) client = undefined;
      retry();
    });
    await fresh.connect();
    await fresh.query(`listen ${escapeIdentifier(channel)}`);
    client = fresh;
    if (isOver) await fresh.end();
  }

  function retry(): void {
    if (isOver || again !== undefined) return;
    again = setTimeout(() => {
      again = undefined;
      connect().then(onNews, retry);
    }, reconnectMs);
  }

  await connect();
  return async () => {
    isOver = true;
    clearTimeout(again);
    await client?.end();
  };
}
