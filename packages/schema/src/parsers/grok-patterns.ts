/**
 * Built-in names for `%{NAME}` in regex parsers. The names are those that grok users know; the expressions are
 * written for RE2, which has no look-around. A name may use other names of this table.
 */
const octet = String.raw`(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])`;
const hex4 = '[0-9A-Fa-f]{1,4}';

const ipv6 = [
  `(?:${hex4}:){7}${hex4}`,
  `(?:${hex4}:){6}(?:${octet}\\.){3}${octet}`,
  `(?:${hex4}:){1,6}(?::${hex4}){1,6}(?::(?:${octet}\\.){3}${octet})?`,
  `(?:${hex4}:){1,7}:`,
  `:(?::${hex4}){1,7}`,
  `::(?:[Ff]{4}(?::0{1,4})?:)?(?:${octet}\\.){3}${octet}`,
  '::',
].join('|');

export const grokPatterns: Record<string, string> = {
  // Text
  DATA: '.*?',
  GREEDYDATA: '.*',
  NOTSPACE: String.raw`\S+`,
  SPACE: String.raw`\s*`,
  WORD: String.raw`\b\w+\b`,
  QUOTEDSTRING: String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + '`(?:[^`\\\\]|\\\\.)*`',
  HEXDIGIT: '[0-9A-Fa-f]',
  UUID: '[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}',

  // Numbers
  INT: '[+-]?[0-9]+',
  BASE10NUM: String.raw`[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)`,
  NUMBER: '%{BASE10NUM}',
  BASE16NUM: '[+-]?(?:0[xX])?[0-9A-Fa-f]+',
  POSINT: String.raw`\b[1-9][0-9]*\b`,
  NONNEGINT: String.raw`\b[0-9]+\b`,

  // Network
  CISCOMAC: String.raw`(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}`,
  WINDOWSMAC: '(?:[0-9A-Fa-f]{2}-){5}[0-9A-Fa-f]{2}',
  COMMONMAC: '(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}',
  MAC: '%{CISCOMAC}|%{WINDOWSMAC}|%{COMMONMAC}',
  IPV6: `(?:${ipv6})(?:%[0-9A-Za-z._-]+)?`,
  IPV4INT: octet,
  IPV4: String.raw`\b(?:%{IPV4INT}\.){3}%{IPV4INT}\b`,
  IP: '%{IPV6}|%{IPV4}',
  HOSTNAME: String.raw`\b[0-9A-Za-z_](?:[0-9A-Za-z_-]{0,62})(?:\.[0-9A-Za-z_](?:[0-9A-Za-z_-]{0,62}))*\.?`,
  IPORHOST: '%{IP}|%{HOSTNAME}',
  HOSTPORT: '%{IPORHOST}:%{POSINT}',
  USERNAME: '[A-Za-z0-9._-]+',

  // Paths and addresses
  UNIXPATH: String.raw`(?:/[^\s?*]*)+`,
  WINPATH: String.raw`(?:[A-Za-z]:|\\)(?:\\[^\\?*]*)+`,
  PATH: '%{UNIXPATH}|%{WINPATH}',
  TTY: String.raw`/dev/(?:pts|tty(?:[pq])?)(?:\w+)?/?(?:[0-9]+)?`,
  URIPROTO: '[A-Za-z][A-Za-z0-9+.-]*',
  URIHOST: '%{IPORHOST}(?::%{POSINT})?',
  URIPATH: String.raw`(?:/[A-Za-z0-9$.+!*'(){},~:;=@#%&_\-]*)+`,
  URIPARAM: String.raw`\?[A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\-\[\]<>]*`,
  URIPATHPARAM: '%{URIPATH}(?:%{URIPARAM})?',
  URI: '%{URIPROTO}://(?:%{USERNAME}(?::[^@/]*)?@)?(?:%{URIHOST})?(?:%{URIPATHPARAM})?',

  // Dates
  MONTH: String.raw`\b(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|[Mm]ar(?:ch)?|[Aa]pr(?:il)?|[Mm]ay|[Jj]une?|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ep(?:t(?:ember)?)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?)\b`,
  MONTHNUM: '0?[1-9]|1[0-2]',
  MONTHNUM2: '0[1-9]|1[0-2]',
  MONTHDAY: '0[1-9]|[12][0-9]|3[01]|[1-9]',
  DAY: String.raw`\b(?:Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)\b`,
  YEAR: '[0-9]{4}|[0-9]{2}',
  HOUR: '2[0-3]|[01]?[0-9]',
  MINUTE: '[0-5][0-9]',
  SECOND: '(?:[0-5]?[0-9]|60)(?:[:.,][0-9]+)?',
  KITCHEN: String.raw`(?:1[0-2]|0?[1-9]):%{MINUTE}(?::%{SECOND})?\s?[AaPp][Mm]`,
  TIME: '%{HOUR}:%{MINUTE}(?::%{SECOND})?',
  DATE_US: '%{MONTHNUM}[/-]%{MONTHDAY}[/-]%{YEAR}',
  DATE_EU: '%{MONTHDAY}[./-]%{MONTHNUM}[./-]%{YEAR}',
  ISO8601_TIMEZONE: 'Z|[+-]%{HOUR}:?%{MINUTE}',
  ISO8601_SECOND: '%{SECOND}|60',
  TIMESTAMP_ISO8601:
    '%{YEAR}-%{MONTHNUM}-%{MONTHDAY}[T ]%{HOUR}:?%{MINUTE}(?::?%{SECOND})?(?:%{ISO8601_TIMEZONE})?',
  DATE: '%{DATE_US}|%{DATE_EU}',
  DATETIME: '%{DATE}[- ]%{TIME}',
  TZ: '[A-Z]{3,5}',
  TZOFFSET: '[+-][0-9]{2}:?[0-9]{2}',
  TIMESTAMP_RFC822: '%{DAY} %{MONTH} %{MONTHDAY} %{YEAR} %{TIME} %{TZ}',
  TIMESTAMP_RFC2822: '%{DAY}, %{MONTHDAY} %{MONTH} %{YEAR} %{TIME} (?:%{TZOFFSET}|%{TZ})',
  TIMESTAMP_OTHER: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{TZ} %{YEAR}',
  TIMESTAMP_EVENTLOG:
    '[0-9]{4}(?:%{MONTHNUM2})(?:0[1-9]|[12][0-9]|3[01])(?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]',
  SYSLOGTIMESTAMP: '%{MONTH} +%{MONTHDAY} %{TIME}',
  HTTPDATE: '%{MONTHDAY}/%{MONTH}/%{YEAR}:%{TIME} %{INT}',

  // Short names
  NS: '%{NOTSPACE}',
  QS: '%{QUOTEDSTRING}',
  HOST: '%{HOSTNAME}',
  PID: '%{POSINT}',
  USER: '%{USERNAME}',
};
