import { join } from 'node:path';
import { silentLogger } from '@margay/kit';
import { openLake } from '@margay/lake';
import { shapeOf } from '@margay/schema';
import { openStore, migrate } from '@margay/store';
import { Session } from 'chdb';
import { peopleServices } from '../../apps/server/src/testing/people-services.ts';
import { migrations } from '../../apps/server/src/testing/all-migrations.ts';
import { shippedSchema } from './shipped-schema.ts';

/**
 * Prepares the data folder of an investigation before its server first starts: `node investigation-child.ts <folder>
 * <people as JSON> <number of old events>`. What it does has no way through the API: a role with fewer log types,
 * other people, and more old events than anybody would send.
 */
const [dataDir = '', people = '{}', oldEvents = '0'] = process.argv.slice(2);

async function addPeople(): Promise<void> {
  const { administrator, colleague, reader, forbidden } = JSON.parse(people) as {
    administrator: { email: string; password: string };
    colleague: { email: string };
    reader: { email: string };
    forbidden: string[];
  };
  const store = await openStore({ dataDir });
  await migrate(store, migrations);
  const { users } = await peopleServices(store);
  await users.createFirstAdministrator({ ...administrator, givenName: 'Ada', familyName: 'Lovelace' });
  await store.query(
    `insert into roles (id, name, permissions, log_type_access_kind, log_type_access)
     select 'narrow-analyst', 'Narrow analyst', permissions, 'DENY', $1::text[] from roles where name = 'Analyst'`,
    [forbidden],
  );
  // The same password as the administrator's.
  await store.query(
    `insert into users (id, email, given_name, family_name, role_id, status, password_hash)
     select added.id, added.email, added.given, added.family, roles.id, 'CONFIRMED', password_hash
     from users, (values ('colleague', $1, 'Grace', 'Hopper', 'Narrow analyst'), ('reader', $2, 'Hedy', 'Lamarr', 'AnalystReadOnly'))
       as added (id, email, given, family, role) join roles on roles.name = added.role`,
    [colleague.email, reader.email],
  );
  await store.close();
}

/** Events of a day 40 days ago, with a long text each, so that a query can take its time over them. */
async function addOldEvents(count: number): Promise<void> {
  const schema = await shippedSchema('aws/cloudtrail.yml');
  const lake = await openLake({ dataDir }, { logger: silentLogger });
  const { table } = await lake.ensureTable('panther_logs', shapeOf(schema, 1));
  await lake.close();
  const session = new Session(join(dataDir, 'lake'));
  await session.queryAsync(
    `insert into panther_logs.\`${table}\`
       (p_event_time, p_parse_time, p_log_type, p_row_id, p_source_label, eventName, eventSource, userAgent)
     select toStartOfDay(now64(9, 'UTC') - interval 40 day) + toIntervalMillisecond(number % 80000000) as at, at,
       '${schema.name}', concat('old-', toString(number)), 'Archive', 'GetObject', 's3.amazonaws.com',
       concat('agent ', toString(number), repeat(' of the archive', 12))
     from numbers(${count})`,
  );
  session.close();
}

await addPeople();
if (Number(oldEvents) > 0) await addOldEvents(Number(oldEvents));
process.exit(0);
