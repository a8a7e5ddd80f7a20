import { wordsOfLine } from '@margay/query';

/** A search as an analyst asks it, and the same by hand: rows of both must agree. */
export interface ComparedSearch {
  language: 'simplesearch' | 'pantherflow';
  tables: string[];
  /** JSON text of the form, or the query's text. */
  filters: string;
  byHand: string;
}

const form = (filters: unknown) => JSON.stringify(filters);
const one = (target: string, operator: string, value?: unknown) => ({
  or: [{ and: [{ target, operator, ...(value === undefined ? {} : { value: JSON.stringify(value) }) }] }],
});
const newest = 'order by p_event_time desc limit 100';

const simple = (table: string, filters: unknown, where: string): ComparedSearch => ({
  language: 'simplesearch',
  tables: [table],
  filters: form(filters),
  byHand: `select * from panther_logs.${table} where ${where} ${newest}`,
});
const flow = (text: string, byHand: string): ComparedSearch => ({
  language: 'pantherflow',
  tables: [],
  filters: text,
  byHand,
});

/** The words of a search by hand, with the index that is there for them. */
const words = (text: string) => `hasAllTokens(${wordsOfLine('p_raw')}, ['${text}'])`;

export const comparedSearches: ComparedSearch[] = [
  simple('aws_cloudtrail', one('eventName', 'is', 'RunInstances'), "eventName = 'RunInstances'"),
  simple('aws_cloudtrail', one('sourceIPAddress', 'is', '198.51.100.7'), "sourceIPAddress = '198.51.100.7'"),
  simple(
    'aws_cloudtrail',
    one('userIdentity.arn', 'has-substring', 'role/backup'),
    "`userIdentity:arn` ilike '%role/backup%'",
  ),
  simple('aws_cloudtrail', one('readOnly', 'is-false'), 'readOnly = false'),
  simple('aws_cloudtrail', { text: 'lookupevents' }, words('lookupevents')),
  simple('zeek_conn', one('id_resp_p', 'equals', 22), 'id_resp_p = 22'),
  simple('zeek_conn', one('duration', 'greater-than', 89.9), 'duration > 89.9'),
  simple('zeek_conn', one('conn_state', 'is', 'REJ'), "conn_state = 'REJ'"),
  simple('aws_vpcflow', one('action', 'is', 'REJECT'), "action = 'REJECT'"),
  simple(
    'aws_vpcflow',
    one('srcAddr', 'is-within-cidr', '10.0.7.0/24'),
    "isIPAddressInRange(assumeNotNull(srcAddr), '10.0.7.0/24')",
  ),
  flow(
    'panther_logs.public.aws_cloudtrail | summarize n=agg.count() by eventName | sort n desc',
    'select eventName, count() as n from panther_logs.aws_cloudtrail group by eventName order by n desc limit 100',
  ),
  flow(
    'panther_logs.public.aws_cloudtrail | where readOnly == false | summarize n=agg.count(), who=agg.count_distinct(userIdentity.arn) by eventSource | sort n desc',
    'select eventSource, count() as n, uniqExact(`userIdentity:arn`) as who from panther_logs.aws_cloudtrail where readOnly = false group by eventSource order by n desc limit 100',
  ),
  flow(
    "panther_logs.public.aws_cloudtrail | where eventName == 'AssumeRole' | sort p_event_time desc | project p_event_time, sourceIPAddress, userIdentity.arn | limit 100",
    "select p_event_time, sourceIPAddress, `userIdentity:arn` from panther_logs.aws_cloudtrail where eventName = 'AssumeRole' order by p_event_time desc limit 100",
  ),
  flow(
    'panther_logs.public.zeek_conn | summarize bytes=agg.sum(resp_bytes), n=agg.count() by id_orig_h | sort bytes desc | limit 50',
    'select id_orig_h, sum(resp_bytes) as bytes, count() as n from panther_logs.zeek_conn group by id_orig_h order by bytes desc limit 50',
  ),
  flow(
    'panther_logs.public.zeek_conn | where id_resp_p in [22, 25] and orig_bytes > 90000 | summarize n=agg.count() by id_resp_h | sort n desc | limit 20',
    'select id_resp_h, count() as n from panther_logs.zeek_conn where id_resp_p in (22, 25) and orig_bytes > 90000 group by id_resp_h order by n desc limit 20',
  ),
  flow(
    "panther_logs.public.zeek_conn | summarize n=agg.count() by hour=time.trunc('h', p_event_time) | sort hour",
    'select toStartOfHour(p_event_time) as hour, count() as n from panther_logs.zeek_conn group by hour order by hour limit 100',
  ),
  flow(
    "panther_logs.public.aws_vpcflow | where action == 'REJECT' | summarize n=agg.count() by dstPort, srcAddr | sort n desc | limit 25",
    "select dstPort, srcAddr, count() as n from panther_logs.aws_vpcflow where action = 'REJECT' group by dstPort, srcAddr order by n desc limit 25",
  ),
  flow(
    'panther_logs.public.aws_vpcflow | summarize total=agg.sum(bytes), top=agg.max(packets) by interfaceId | sort total desc | limit 10',
    'select interfaceId, sum(bytes) as total, max(packets) as top from panther_logs.aws_vpcflow group by interfaceId order by total desc limit 10',
  ),
  flow(
    "panther_logs.public.aws_cloudtrail | where strings.contains(userAgent, 'Boto3') | summarize n=agg.count() by awsRegion | sort n desc",
    "select awsRegion, count() as n from panther_logs.aws_cloudtrail where position(userAgent, 'Boto3') > 0 group by awsRegion order by n desc limit 100",
  ),
  flow(
    'union panther_logs.public.aws_cloudtrail, panther_logs.public.zeek_conn, panther_logs.public.aws_vpcflow | summarize n=agg.count() by p_log_type | sort n desc',
    'select p_log_type, count() as n from (select p_log_type from panther_logs.aws_cloudtrail union all select p_log_type from panther_logs.zeek_conn union all select p_log_type from panther_logs.aws_vpcflow) group by p_log_type order by n desc limit 100',
  ),
];
