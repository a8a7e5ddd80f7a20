import { Session } from 'chdb';
import { join } from 'node:path';

/**
 * The ingested events of one hour of CloudTrail again and again, each time one hour earlier and under other row ids, until
 * there are `wanted`. The server of this data folder must be stopped.
 */
export async function multiplyCloudTrail(dataDir: string, ingested: number, wanted: number): Promise<void> {
  const session = new Session(join(dataDir, 'lake'));
  for (let copy = 1; copy * ingested < wanted; copy++) {
    await session.queryAsync(
      `insert into panther_logs.aws_cloudtrail
       select * replace (p_event_time - toIntervalHour(${copy}) as p_event_time,
         lower(hex(MD5(concat(p_row_id, '${copy}')))) as p_row_id)
       from (select * from panther_logs.aws_cloudtrail
         where p_event_time >= (select max(p_event_time) - toIntervalHour(1) from panther_logs.aws_cloudtrail))`,
    );
  }
  session.close();
}
