/** One file of the corpus, sent as it is: one gzip body. */
export interface CorpusFile {
  name: string;
  /** Entries that none of the source's schemas can take, and why. */
  failed?: [count: number, reason: string];
  /** The file has a row around each record, under this key. */
  unwrap?: string;
}

/** The files one log source receives, set up as a person would. */
export interface Family {
  label: string;
  logTypes: readonly string[];
  streamType: string;
  streamOptions?: Record<string, unknown>;
  /** Lines that belong to the format and are no events. */
  isHeader?(line: string, number: number): boolean;
  files: readonly CorpusFile[];
}

const file = (name: string, ...failed: [] | [count: number, reason: string]): CorpusFile =>
  failed.length === 0 ? { name } : { name, failed };
const below = (folder: string, names: readonly string[]): CorpusFile[] =>
  names.map((name) => file(`${folder}/${name}`));

const zeek = [
  'CaptureLoss',
  'Conn',
  'DCERPC',
  'DHCP',
  'DNP3',
  'DNS',
  'DPD',
  'FTP',
  'Files',
  'HTTP',
  'IRC',
  'Intel',
  'Kerberos',
  'KnownCerts',
  'KnownHosts',
  'KnownServices',
  'LDAP',
  'LDAPSearch',
  'LoadedScripts',
  'Modbus',
  'MySQL',
  'NTLM',
  'NTP',
  'Notice',
  'OCSP',
  'PE',
  'PacketFilter',
  'PostgreSQL',
  'QUIC',
  'RADIUS',
  'RDP',
  'RFB',
  'Reporter',
  'SIP',
  'SMBFiles',
  'SMBMapping',
  'SMTP',
  'SNMP',
  'SOCKS',
  'SSH',
  'SSL',
  'Signatures',
  'Software',
  'Stats',
  'Syslog',
  'Traceroute',
  'Tunnel',
  'Weird',
  'X509',
].map((name) => `Zeek.${name}`);
const suricata = ['Alert', 'Anomaly', 'DHCP', 'DNS', 'FileInfo', 'Flow', 'HTTP', 'SSH', 'TLS'].map(
  (name) => `Suricata.${name}`,
);

/** Every file of the corpus that a schema of the product covers. */
export const families: readonly Family[] = [
  {
    label: 'CloudTrail lines',
    logTypes: ['AWS.CloudTrail'],
    streamType: 'Auto',
    files: [
      file('cloudtrail-invictus.ndjson.gz'),
      file(
        'cloudtrail-opensearch-catalog.ndjson.gz',
        47,
        'records inside an object of the integration, or beside fields of it',
      ),
      file('cloudtrail-traildiscover.ndjson.gz', 1, 'an example without eventVersion'),
      file(
        'cloudtrail-otrf-ec2-proxy-s3-exfiltration.ndjson.gz',
        77,
        'went through Logstash, which replaced eventTime',
      ),
      { name: 'cloudtrail-stratus-red-team.ndjson.gz', unwrap: 'event' },
      ...below('text-crowdsec', ['aws-bf.log.gz', 'aws-cloudtrail.log.gz', 'aws-nwo-login.log.gz']),
      ...below('scenarios-panther-analysis', [
        'compromised-root-creds.attacker_cloudtrail.AWS.CloudTrail.ndjson.gz',
        'compromised-root-creds.victim_cloudtrail.AWS.CloudTrail.ndjson.gz',
        'enrichment-example.attacker_cloudtrail.AWS.CloudTrail.ndjson.gz',
        'enrichment-example.victim_cloudtrail.AWS.CloudTrail.ndjson.gz',
      ]),
      file('text-plaso/aws-cloudtrail.log.gz', 6, 'answers of the LookupEvents API, not records'),
    ],
  },
  {
    label: 'CloudTrail objects',
    logTypes: ['AWS.CloudTrail'],
    streamType: 'JsonArray',
    streamOptions: { jsonArrayEnvelopeField: 'Records' },
    files: below('cloudtrail-s3-objects', [
      '218007301253_CloudTrail_us-east-1_20230710T1145Z_7xgocspSowgK0Gto.json.gz',
      '218007301253_CloudTrail_us-east-1_20230710T1145Z_s7dpHbl38neqZbm2.json.gz',
      '218007301253_CloudTrail_us-east-1_20230710T1150Z_1vnLavRRp0ek1mP4.json.gz',
      '218007301253_CloudTrail_us-east-1_20230710T1205Z_1dM7GQM67kudSyGD.json.gz',
      '218007301253_CloudTrail_us-east-1_20230710T1205Z_86g9Vok9HiUCgSI7.json.gz',
      '218007301253_CloudTrail_us-east-1_20230710T1205Z_UljXNp9xLp8nsAGc.json.gz',
    ]),
  },
  {
    label: 'AWS access logs',
    logTypes: ['AWS.ALB', 'AWS.S3ServerAccess', 'AWS.WAFWebACL'],
    streamType: 'Lines',
    files: [
      file('aws-alb.log.gz'),
      file('aws-s3-server-access.log.gz'),
      file('aws-waf-webacl.ndjson.gz'),
      file('scenarios-panther-analysis/compromised-root-creds.attacker_s3_access.AWS.S3ServerAccess.log.gz'),
      file('text-plaso/aws-elb-access.log.gz', 6, 'lines of classic and network load balancers'),
    ],
  },
  {
    label: 'Zeek in its own format',
    logTypes: zeek,
    streamType: 'Lines',
    isHeader: (line) => line.startsWith('#'),
    files: [
      ...below(
        'zeek-tsv-zat',
        ['conn', 'dns', 'files', 'ftp', 'http', 'notice', 'smtp', 'ssl', 'weird', 'x509'].map(
          (name) => `${name}.log.gz`,
        ),
      ),
      file('zeek-tsv-zat/dhcp.log.gz', 2, 'columns of Bro 2, before Zeek 3 changed them'),
    ],
  },
  {
    label: 'VPC flow logs',
    logTypes: ['AWS.VPCFlow'],
    streamType: 'Lines',
    isHeader: (line) => line.startsWith('version '),
    files: [
      file('aws-vpcflow-v2.log.gz'),
      file('scenarios-panther-analysis/compromised-root-creds.attacker_vpc.AWS.VPCFlow.log.gz'),
    ],
  },
  {
    label: 'Apache',
    logTypes: ['Apache.AccessCombined', 'Apache.AccessCommon'],
    streamType: 'Auto',
    files: [
      file('apache-combined.log.gz'),
      file('text-crowdsec/apache-cve-2021-41773.log.gz', 1, 'a line of the error log'),
      file('text-crowdsec/apache2-logs.log.gz', 2, 'a line of the error log each'),
      ...below('text-crowdsec', ['apache_log4j2_cve-2021-44228.log.gz']),
      file(
        'text-plaso/apache-access.log.gz',
        2,
        'quotes inside the request, which Apache itself would have escaped',
      ),
    ],
  },
  {
    label: 'NGINX',
    logTypes: ['Nginx.Access'],
    streamType: 'Lines',
    files: [
      file('nginx-access.log.gz'),
      file('text-crowdsec/nginx-http-generic-bf.log.gz', 16, 'lines of the error log'),
      file(
        'text-crowdsec/nginx_http-logs.log.gz',
        5,
        'lines with a virtual host in front, without a user field, or of the error log',
      ),
      ...below('text-crowdsec', [
        'nginx-bad-user-agent.log.gz',
        'nginx-http-backdoor.log.gz',
        'nginx-http-path-traversal.log.gz',
        'nginx-http-sensitive-files.log.gz',
        'nginx-http-xss-probing.log.gz',
      ]),
    ],
  },
  {
    label: 'Okta',
    logTypes: ['Okta.SystemLog'],
    streamType: 'JSON',
    files: [
      file('okta-systemlog-synthetic.ndjson.gz'),
      ...below('scenarios-panther-analysis', [
        'compromised-root-creds.attacker_okta.Okta.SystemLog.ndjson.gz',
        'compromised-root-creds.victim_okta.Okta.SystemLog.ndjson.gz',
        'okta-add-administrator.admin_privs_assigned.Okta.SystemLog.ndjson.gz',
        'okta-add-administrator.brute_force_logins.Okta.SystemLog.ndjson.gz',
        'okta-add-administrator.legit_login.Okta.SystemLog.ndjson.gz',
        'okta-add-administrator.new-user.Okta.SystemLog.ndjson.gz',
      ]),
    ],
  },
  {
    label: 'Google',
    logTypes: ['GCP.AuditLog', 'GSuite.ActivityEvent', 'GSuite.Reports'],
    streamType: 'Auto',
    files: [
      file('gcp-cloud-logging.ndjson.gz', 3, 'entries of other logs than the audit log'),
      file('text-plaso/gcp-logging.log.gz', 2, 'entries of other logs than the audit log'),
      file('scenarios-panther-analysis/gsuite-sensitive-files.shared_files.GSuite.ActivityEvent.ndjson.gz'),
    ],
  },
  {
    label: 'Suricata',
    logTypes: suricata,
    streamType: 'Auto',
    files: [file('suricata-eve-alerts.ndjson.gz'), file('text-crowdsec/suricata-eve-detect.log.gz')],
  },
  {
    label: 'Syslog',
    logTypes: ['Syslog.RFC5424', 'Syslog.RFC3164'],
    streamType: 'Lines',
    files: [
      ...below('text-crowdsec', [
        'bind9-syslog.log.gz',
        'charon-ipsec-logs.log.gz',
        'dovecot-logs.log.gz',
        'iptables-logs.log.gz',
        'mikrotik-logs.log.gz',
        'opnsense-sshd.log.gz',
        'pf-logs.log.gz',
        'pf-scan-multi-port.log.gz',
        'pfsense-rfc5424-nginx.log.gz',
        'proxmox-logs.log.gz',
        'ssh-bf.log.gz',
        'ssh-generic-test.log.gz',
        'ssh-timeout.log.gz',
        'sshd-bad-keyexchange-bf.log.gz',
        'sshd-impossible-travel-user.log.gz',
        'sshd-impossible-travel.log.gz',
        'sshd-invalid-bf.log.gz',
        'sshd-logs.log.gz',
        'sshd-success-logs.log.gz',
        'syslog-logs.log.gz',
      ]),
      file(
        'text-plaso/syslog-rsyslog-protocol23.log.gz',
        1,
        'second lines of messages, or lines made to be wrong',
      ),
      file(
        'text-plaso/syslog-rsyslog-traditional.log.gz',
        3,
        'second lines of messages, or lines made to be wrong',
      ),
      file('text-plaso/syslog.log.gz', 2, 'second lines of messages, or lines made to be wrong'),
      ...below('text-plaso', ['syslog-cron.log.gz', 'syslog-ssh.log.gz']),
    ],
  },
  {
    label: 'Windows',
    logTypes: ['Windows.EventLogs'],
    streamType: 'Auto',
    files: below('windows-otrf', [
      'credential_access.cmd_lsass_memory_dumpert_syscalls.ndjson.gz',
      'credential_access.cmd_psexec_lsa_secrets_dump.ndjson.gz',
      'credential_access.cmd_sam_copy_esentutl.ndjson.gz',
      'credential_access.psh_input_capture_promptforcreds.ndjson.gz',
      'credential_access.psh_lsass_memory_dump_comsvcs.ndjson.gz',
      'credential_access.psh_windows_vault_web_credentials.ndjson.gz',
      'defense_evasion.cmd_mshta_vbscript_execute_psh.ndjson.gz',
      'defense_evasion.cmd_process_herpaderping_mimiexplorer.ndjson.gz',
      'defense_evasion.cmd_process_herpaderping_snippingtool.ndjson.gz',
      'defense_evasion.purplesharp_pe_injection_createremotethread.ndjson.gz',
      'discovery.cmd_discover_iexplorer_version_registry.ndjson.gz',
      'discovery.cmd_seatbelt_group_user.ndjson.gz',
      'execution.cmd_sharpview_pcre_net.ndjson.gz',
      'execution.psh_powershell_httplistener.ndjson.gz',
      'lateral_movement.aadinternals_export_adfsdatabaseconfig_remotely.ndjson.gz',
      'lateral_movement.covenant_copy_smb_CreateRequest.ndjson.gz',
      'lateral_movement.covenant_sc_query_dcerpc_smb_svcctl.ndjson.gz',
      'lateral_movement.covenant_sharpsc_query_dcerpc_smb_svcctl.ndjson.gz',
      'persistence.cmd_userinitmprlogonscript_batch.ndjson.gz',
      'privilege_escalation.cmd_service_mod_fax.ndjson.gz',
    ]),
  },
  {
    label: 'Zeek',
    logTypes: zeek,
    streamType: 'Auto',
    files: [
      ...below(
        'zeek-wrccdc',
        [
          'capture_loss',
          'dce_rpc',
          'dns',
          'dpd',
          'ftp',
          'kerberos',
          'known_certs',
          'known_hosts',
          'known_services',
          'ldap_search',
          'modbus',
          'notice',
          'ntlm',
          'ntp',
          'ocsp',
          'pe',
          'rdp',
          'rfb',
          'smb_files',
          'smb_mapping',
          'smtp',
          'snmp',
          'software',
          'ssh',
          'ssl',
          'stats',
          'syslog',
          'weird',
          'x509',
        ].map((name) => `${name}.ndjson.gz`),
      ),
      file('zeek-apt29-combined.ndjson.gz'),
    ],
  },
];
