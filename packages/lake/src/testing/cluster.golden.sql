CREATE DATABASE IF NOT EXISTS `panther_logs` ON CLUSTER `margay`;

CREATE DATABASE IF NOT EXISTS `panther_rule_matches` ON CLUSTER `margay`;

CREATE DATABASE IF NOT EXISTS `panther_signals` ON CLUSTER `margay`;

CREATE DATABASE IF NOT EXISTS `panther_rule_errors` ON CLUSTER `margay`;

CREATE DATABASE IF NOT EXISTS `panther_lookups` ON CLUSTER `margay`;

CREATE DATABASE IF NOT EXISTS `panther_monitor` ON CLUSTER `margay`;

CREATE DATABASE IF NOT EXISTS `panther_cloudsecurity` ON CLUSTER `margay`;

CREATE TABLE IF NOT EXISTS `panther_logs`.`small_log__local` ON CLUSTER `margay` (`p_event_time` DateTime64(9, 'UTC') CODEC(DoubleDelta, ZSTD(3)), `p_log_type` LowCardinality(String) CODEC(ZSTD(3)), `p_row_id` String CODEC(ZSTD(3)), `p_parse_time` DateTime64(9, 'UTC') CODEC(DoubleDelta, ZSTD(3)), `p_schema_version` Int32 CODEC(ZSTD(3)), `p_source_id` LowCardinality(String) CODEC(ZSTD(3)), `p_source_label` LowCardinality(String) CODEC(ZSTD(3)), `p_source_file` Nullable(String) CODEC(ZSTD(3)), `p_header` Nullable(String) CODEC(ZSTD(3)), `p_udm:source:address` Nullable(String) CODEC(ZSTD(3)), `p_udm:source:ip` Nullable(String) CODEC(ZSTD(3)), `p_udm:source:domain` Nullable(String) CODEC(ZSTD(3)), `p_udm:source:mac` Nullable(String) CODEC(ZSTD(3)), `p_udm:source:port` Nullable(Int32) CODEC(ZSTD(3)), `p_udm:source:bytes` Nullable(Int64) CODEC(ZSTD(3)), `p_udm:source:arns` Array(String) CODEC(ZSTD(3)), `p_udm:destination:address` Nullable(String) CODEC(ZSTD(3)), `p_udm:destination:ip` Nullable(String) CODEC(ZSTD(3)), `p_udm:destination:domain` Nullable(String) CODEC(ZSTD(3)), `p_udm:destination:mac` Nullable(String) CODEC(ZSTD(3)), `p_udm:destination:port` Nullable(Int32) CODEC(ZSTD(3)), `p_udm:destination:bytes` Nullable(Int64) CODEC(ZSTD(3)), `p_udm:destination:arns` Array(String) CODEC(ZSTD(3)), `p_udm:user:name` Nullable(String) CODEC(ZSTD(3)), `p_udm:user:full_name` Nullable(String) CODEC(ZSTD(3)), `p_udm:user:email` Nullable(String) CODEC(ZSTD(3)), `p_udm:user:provider_id` Nullable(String) CODEC(ZSTD(3)), `p_udm:user:domain` Nullable(String) CODEC(ZSTD(3)), `p_udm:user:arns` Array(String) CODEC(ZSTD(3)), `p_any_ip_addresses` Array(String) CODEC(ZSTD(3)), `p_any_domain_names` Array(String) CODEC(ZSTD(3)), `p_any_emails` Array(String) CODEC(ZSTD(3)), `p_any_usernames` Array(String) CODEC(ZSTD(3)), `p_any_actor_ids` Array(String) CODEC(ZSTD(3)), `p_any_md5_hashes` Array(String) CODEC(ZSTD(3)), `p_any_sha1_hashes` Array(String) CODEC(ZSTD(3)), `p_any_sha256_hashes` Array(String) CODEC(ZSTD(3)), `p_any_trace_ids` Array(String) CODEC(ZSTD(3)), `p_any_aws_account_ids` Array(String) CODEC(ZSTD(3)), `p_any_aws_arns` Array(String) CODEC(ZSTD(3)), `p_any_aws_instance_ids` Array(String) CODEC(ZSTD(3)), `p_any_aws_tags` Array(String) CODEC(ZSTD(3)), `p_any_mac_addresses` Array(String) CODEC(ZSTD(3)), `p_any_serial_numbers` Array(String) CODEC(ZSTD(3)), `name` Nullable(String) CODEC(ZSTD(3)), `count` Nullable(Int32) CODEC(ZSTD(3)), `p_raw` String CODEC(ZSTD(3)), `p_overflow` String CODEC(ZSTD(3)), INDEX p_any_bloom (`p_any_ip_addresses`, `p_any_domain_names`, `p_any_emails`, `p_any_usernames`, `p_any_actor_ids`, `p_any_md5_hashes`, `p_any_sha1_hashes`, `p_any_sha256_hashes`, `p_any_trace_ids`, `p_any_aws_account_ids`, `p_any_aws_arns`, `p_any_aws_instance_ids`, `p_any_aws_tags`, `p_any_mac_addresses`, `p_any_serial_numbers`) TYPE bloom_filter(0.01) GRANULARITY 1, INDEX p_parse_time_range p_parse_time TYPE minmax GRANULARITY 1, INDEX p_raw_tokens if(isValidASCII(`p_raw`), replaceRegexpAll(lower(`p_raw`), '\\b(?:[0-9][a-f][0-9a-f]{2}|[0-9a-f]{1}[0-9][a-f][0-9a-f]{1}|[0-9a-f]{2}[0-9][a-f]|[0-9][a-f][0-9a-f]{6}|[0-9a-f]{1}[0-9][a-f][0-9a-f]{5}|[0-9a-f]{2}[0-9][a-f][0-9a-f]{4}|[0-9a-f]{3}[0-9][a-f][0-9a-f]{3}|[0-9a-f]{4}[0-9][a-f][0-9a-f]{2}|[0-9a-f]{5}[0-9][a-f][0-9a-f]{1}|[0-9a-f]{6}[0-9][a-f]|[0-9][a-f][0-9a-f]{10}|[0-9a-f]{1}[0-9][a-f][0-9a-f]{9}|[0-9a-f]{2}[0-9][a-f][0-9a-f]{8}|[0-9a-f]{3}[0-9][a-f][0-9a-f]{7}|[0-9a-f]{4}[0-9][a-f][0-9a-f]{6}|[0-9a-f]{5}[0-9][a-f][0-9a-f]{5}|[0-9a-f]{6}[0-9][a-f][0-9a-f]{4}|[0-9a-f]{7}[0-9][a-f][0-9a-f]{3}|[0-9a-f]{8}[0-9][a-f][0-9a-f]{2}|[0-9a-f]{9}[0-9][a-f][0-9a-f]{1}|[0-9a-f]{10}[0-9][a-f])\\b', ' '), lower(`p_raw`)) TYPE text(tokenizer = splitByNonAlpha, dictionary_block_size = 4096), INDEX p_raw_ids extractAll(lower(`p_raw`), '[0-9a-f]{8,}') TYPE bloom_filter(0.001) GRANULARITY 1)
ENGINE = ReplicatedMergeTree PARTITION BY toYYYYMMDD(`p_event_time`) ORDER BY `p_event_time` SETTINGS min_bytes_for_wide_part = 536870912, nullable_serialization_version = 'allow_sparse', index_granularity_bytes = 33554432, max_compress_block_size = 4194304, fsync_after_insert = 1, fsync_part_directory = 1, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800
COMMENT '{"margay":1,"seed":{"database":"panther_logs","table":"small_log","displayName":"Small.Log","hasLogType":true,"timeColumn":"p_event_time","hasIdsApart":true,"shape":{"logType":"Small.Log","version":1,"fields":[{"name":"name","type":{"kind":"string"}},{"name":"count","type":{"kind":"int"}}]}}}';

CREATE TABLE IF NOT EXISTS `panther_logs`.`small_log` ON CLUSTER `margay` AS `panther_logs`.`small_log__local`
ENGINE = Distributed('margay', 'panther_logs', 'small_log__local', cityHash64(ifNull(`p_row_id`, '')));

ALTER TABLE `panther_logs`.`small_log__local` ON CLUSTER `margay` ADD COLUMN IF NOT EXISTS `added` Nullable(Int64) DEFAULT if(JSONType(`p_overflow`, 'added') IN ('Int64', 'UInt64'), JSONExtract(`p_overflow`, 'added', 'Nullable(Int64)'), NULL) CODEC(ZSTD(3));

ALTER TABLE `panther_logs`.`small_log` ON CLUSTER `margay` ADD COLUMN IF NOT EXISTS `added` Nullable(Int64);

ALTER TABLE `panther_logs`.`small_log__local` ON CLUSTER `margay` MODIFY COMMENT '{"margay":1,"seed":{"database":"panther_logs","table":"small_log","displayName":"Small.Log","hasLogType":true,"timeColumn":"p_event_time","hasIdsApart":true,"shape":{"logType":"Small.Log","version":1,"fields":[{"name":"name","type":{"kind":"string"}},{"name":"count","type":{"kind":"int"}},{"name":"added","type":{"kind":"bigint"}}]}}}';

SELECT database, table, sum(rows), sum(bytes_on_disk), sum(data_uncompressed_bytes), count(),
  min(partition_id), max(partition_id), toString(toUnixTimestamp(max(modification_time)))
FROM cluster('margay', system.parts) WHERE active GROUP BY database, table
FORMAT JSONCompact;

SELECT found.id, found.expired, found.overdue, parts.rows
      FROM (SELECT _partition_id AS id, count() AS expired, countIf(p_parse_time < toDateTime64('2025-05-02 00:00:00', 9, 'UTC') AND (toUnixTimestamp64Second(p_parse_time) > 0 OR `p_event_time` < toDateTime64('2025-05-02 00:00:00', 9, 'UTC'))) AS overdue
        FROM `panther_logs`.`small_log` WHERE p_parse_time < toDateTime64('2025-06-01 00:00:00', 9, 'UTC') AND (toUnixTimestamp64Second(p_parse_time) > 0 OR `p_event_time` < toDateTime64('2025-06-01 00:00:00', 9, 'UTC')) GROUP BY id) AS found
      INNER JOIN (SELECT partition_id, sum(rows) AS rows FROM cluster('margay', system.parts)
        WHERE active AND database = {database:String} AND table = {table:String}
        GROUP BY partition_id) AS parts ON parts.partition_id = found.id
      ORDER BY found.id
FORMAT JSONCompact;

ALTER TABLE `panther_logs`.`small_log__local` ON CLUSTER `margay` DELETE IN PARTITION ID '20240501' WHERE p_parse_time < toDateTime64('2025-06-01 00:00:00', 9, 'UTC') AND (toUnixTimestamp64Second(p_parse_time) > 0 OR `p_event_time` < toDateTime64('2025-06-01 00:00:00', 9, 'UTC'));

ALTER TABLE `panther_logs`.`small_log__local` ON CLUSTER `margay` DELETE WHERE p_row_id IN ('c', 'nowhere');

CREATE TABLE IF NOT EXISTS `panther_lookups`.`hosts__local` ON CLUSTER `margay` (`p_log_type` LowCardinality(String) CODEC(ZSTD(3)), `p_row_id` String CODEC(ZSTD(3)), `p_parse_time` DateTime64(9, 'UTC') CODEC(DoubleDelta, ZSTD(3)), `host` Nullable(String) CODEC(ZSTD(3)), `p_overflow` String CODEC(ZSTD(3)), INDEX p_parse_time_range p_parse_time TYPE minmax GRANULARITY 1)
ENGINE = ReplicatedMergeTree  ORDER BY tuple() SETTINGS min_bytes_for_wide_part = 536870912, nullable_serialization_version = 'allow_sparse', index_granularity_bytes = 33554432, max_compress_block_size = 4194304, fsync_after_insert = 1, fsync_part_directory = 1, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800
COMMENT '{"margay":1,"seed":{"database":"panther_lookups","table":"hosts","displayName":"hosts","hasLogType":true,"shape":{"logType":"hosts","version":1,"fields":[{"name":"host","type":{"kind":"string"}}]}}}';

CREATE TABLE IF NOT EXISTS `panther_lookups`.`hosts` ON CLUSTER `margay` AS `panther_lookups`.`hosts__local`
ENGINE = Distributed('margay', 'panther_lookups', 'hosts__local', cityHash64(ifNull(`p_row_id`, '')));

CREATE TABLE IF NOT EXISTS `panther_lookups`.`hosts__next_ID__local` ON CLUSTER `margay` (`p_log_type` LowCardinality(String) CODEC(ZSTD(3)), `p_row_id` String CODEC(ZSTD(3)), `p_parse_time` DateTime64(9, 'UTC') CODEC(DoubleDelta, ZSTD(3)), `host` Nullable(String) CODEC(ZSTD(3)), `p_overflow` String CODEC(ZSTD(3)), INDEX p_parse_time_range p_parse_time TYPE minmax GRANULARITY 1)
ENGINE = ReplicatedMergeTree  ORDER BY tuple() SETTINGS min_bytes_for_wide_part = 536870912, nullable_serialization_version = 'allow_sparse', index_granularity_bytes = 33554432, max_compress_block_size = 4194304, fsync_after_insert = 1, fsync_part_directory = 1, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800
COMMENT '{"margay":1,"seed":{"database":"panther_lookups","table":"hosts","displayName":"hosts","hasLogType":true,"shape":{"logType":"hosts","version":1,"fields":[{"name":"host","type":{"kind":"string"}}]}}}';

CREATE TABLE IF NOT EXISTS `panther_lookups`.`hosts__next_ID` ON CLUSTER `margay` AS `panther_lookups`.`hosts__next_ID__local`
ENGINE = Distributed('margay', 'panther_lookups', 'hosts__next_ID__local', cityHash64(ifNull(`p_row_id`, '')));

EXCHANGE TABLES `panther_lookups`.`hosts__local` AND `panther_lookups`.`hosts__next_ID__local` ON CLUSTER `margay`;

DROP TABLE IF EXISTS `panther_lookups`.`hosts__next_ID` ON CLUSTER `margay` SYNC;

DROP TABLE IF EXISTS `panther_lookups`.`hosts__next_ID__local` ON CLUSTER `margay` SYNC;

DROP TABLE IF EXISTS `panther_lookups`.`hosts` ON CLUSTER `margay` SYNC;

DROP TABLE IF EXISTS `panther_lookups`.`hosts__local` ON CLUSTER `margay` SYNC;
