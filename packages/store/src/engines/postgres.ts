import { conflict, invalidInput, messageOf } from '@margay/kit';
import { default as pg, type ClientBase } from 'pg';
import type { Sql, Store } from '../store.ts';
import { explained } from './explained.ts';
import { listenOn } from './postgres-listener.ts';

const { Pool, types } = pg;
const int8: number = types.builtins.INT8;
const parseInt8 = (value: string) => Number(value);

const typeParsers = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    return id === int8 ? parseInt8 : types.getTypeParser(id, format);
  },
};

function sqlOf(runner: Pick<ClientBase, 'query'>): Sql {
  return {
    async query<Row extends object>(text: string, params: readonly unknown[] = []) {
      const result = await explained(runner.query<Row>({ text, values: [...params], types: typeParsers }));
      return result.rows;
    },
    async exec(text) {
      await runner.query(text);
    },
  };
}

/** A PostgreSQL server (15 or newer), by connection URL. */
export async function openPostgres(url: string, options: { maxConnections?: number } = {}): Promise<Store> {
  const pool = new Pool({ connectionString: url, max: options.maxConnections ?? 10 });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const listening = new Set<() => Promise<void>>();
  const root = sqlOf(pool);
  try {
    await root.query('select 1');
  } catch (error) {
    await pool.end();
    throw unreachable(url, error);
  }
  return {
    engine: 'postgres',
    ...root,
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(sqlOf(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
    async listen(channel, onNews) {
      const stop = await listenOn(url, channel, onNews);
      listening.add(stop);
      return async () => {
        listening.delete(stop);
        await stop();
      };
    },
    snapshot: () =>
      Promise.reject(
        invalidInput(
          'The state is on a PostgreSQL server (DATABASE_URL). Back it up there, with pg_dump or pg_basebackup.',
          { code: 'BackUpElsewhere' },
        ),
      ),
    async close() {
      await Promise.all([...listening].map((stop) => stop()));
      await pool.end();
    },
  };
}

/** Says where it looked, never the password in the address. */
function unreachable(url: string, cause: unknown) {
  const { hostname, port, pathname, username } = new URL(url);
  const place = `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // A host with several addresses gives an error of many, without words of its own.
  const reason = messageOf(cause) || code;
  return conflict(
    `The state store at ${place} (DATABASE_URL) does not let Margay in as ${decodeURIComponent(username) || 'its usual user'}: ${reason}. Start it, or fix the address, the user or the password.`,
    { code: 'StateStoreUnavailable', cause },
  );
}
