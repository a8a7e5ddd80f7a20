import type { ModuleFunction, PythonModule } from './python-modules.ts';

/** `name(…): what it does`, one a line. */
function functionsOf(lines: string): ModuleFunction[] {
  return lines
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, name = '', signature = '', doc = ''] = /^\s*(\w+)(\(.*?\))?(?:: (.*))?$/.exec(line) ?? [];
      return { name, signature, doc };
    });
}
const runtime = (name: string, doc: string, functions = ''): PythonModule => ({
  name,
  doc,
  functions: functionsOf(functions),
  isHelper: false,
});

/** Modules that come with the runtime beside Python's own. */
export const runtimeModules: readonly PythonModule[] = [
  runtime('boto3', 'Importable for helpers; there is no network behind it'),
  runtime('botocore', 'Importable for helpers; there is no network behind it'),
  runtime(
    'botocore.exceptions',
    'Errors of the cloud library',
    'BotoCoreError\nClientError\nEndpointConnectionError\nNoCredentialsError\nNoRegionError\nParamValidationError',
  ),
  runtime('dateutil', 'Dates from text'),
  runtime(
    'dateutil.parser',
    'Dates from text',
    `parse(timestr, default=None, dayfirst=False, yearfirst=False): A date from text in most spellings
     isoparse(text): A date from ISO 8601 text`,
  ),
  runtime('dateutil.tz', 'Time zones', 'tzutc()\ntzoffset(name, offset)\ngettz(name=None)\ntzlocal()'),
  runtime('jsonpath_ng', 'JSONPath', 'parse(text): A path; find(value) gives its matches'),
  runtime('panther_core', 'Types of events, for checks and hints', 'PantherEvent'),
  runtime('panther_core.enriched_event', 'Types of events, for checks and hints', 'PantherEvent'),
  runtime(
    'panther_core.immutable',
    'Read-only containers that events are made of',
    'ImmutableCaseInsensitiveDict\nImmutableList\njson_encoder(value): For json.dumps(x, default=json_encoder)',
  ),
  runtime('panther_detection_helpers', 'Memory between events'),
  runtime(
    'panther_detection_helpers.caching',
    'Counters, sets and dictionaries that outlive an event',
    `get_counter(key, force_ttl_check=False): The number, 0 when there is none
     increment_counter(key, val=1, epoch_seconds=...): Adds, and gives the new number
     reset_counter(key): Back to 0
     set_key_expiration(key, epoch_seconds): When the key is forgotten
     get_string_set(key, force_ttl_check=False): The texts kept under a key
     put_string_set(key, val, epoch_seconds=None): Keeps texts under a key
     add_to_string_set(key, val, epoch_seconds=...): Adds texts, and gives all of them
     remove_from_string_set(key, val, epoch_seconds=...): Takes texts away, and gives the rest
     reset_string_set(key): Empties the set
     get_dictionary(key, force_ttl_check=False): The dictionary kept under a key
     put_dictionary(key, val, epoch_seconds=None): Keeps a dictionary under a key
     evaluate_threshold(key, threshold=10, expiry_seconds=3600): Counts, and says when the number is reached
     check_account_age(key): True for accounts first seen lately`,
  ),
  runtime('panther_detection_helpers.mocking', 'Unit tests', 'is_mock(obj): True for what a test mocks'),
  runtime(
    'panther_oss_helpers',
    'Older name of the caching helpers',
    'resource_lookup(resource_id): A cloud resource from the inventory',
  ),
  runtime('policyuniverse', 'Reads AWS policies'),
  runtime(
    'policyuniverse.action_categories',
    'Kinds of AWS actions',
    'category_of(action)\ncategories_for_actions(actions)',
  ),
  runtime(
    'policyuniverse.expander_minimizer',
    'Wildcards in AWS actions',
    'expand_actions(actions)\nget_actions_from_statement(statement)\nexpand_policy(policy=None)\nminimize_statement_actions(statement, minchars=None)',
  ),
  runtime('policyuniverse.known_actions', 'Names of AWS actions'),
  runtime('policyuniverse.policy', 'An AWS policy', 'Policy'),
  runtime('policyuniverse.statement', 'A statement of an AWS policy', 'Statement'),
  runtime('pycountry', 'Countries by code and name', 'countries'),
  runtime('pycountry.names', 'Names of countries'),
  runtime('requests', 'Importable for helpers; there is no network behind it'),
  runtime(
    'requests.exceptions',
    'Errors of requests',
    'RequestException\nHTTPError\nConnectionError\nTimeout',
  ),
];

/** Modules of Python's own library that rules use; others can be imported too. */
export const libraryModules: readonly PythonModule[] = [
  runtime('base64', 'Base64 texts', 'b64decode(s)\nb64encode(s)\nurlsafe_b64decode(s)'),
  runtime('binascii', 'Bytes and hexadecimal text'),
  runtime('collections', 'Counter, defaultdict …', 'Counter\ndefaultdict\ndeque\nnamedtuple'),
  runtime('collections.abc', 'Types of containers', 'Mapping\nSequence\nIterable'),
  runtime('dataclasses', 'Classes of plain values', 'dataclass\nfield(default=...)'),
  runtime('datetime', 'Dates and times', 'datetime\ndate\ntime\ntimedelta\ntimezone'),
  runtime('difflib', 'Likeness of texts', 'SequenceMatcher'),
  runtime('fnmatch', 'Shell wildcards', 'fnmatch(name, pat)\nfnmatchcase(name, pat)'),
  runtime(
    'functools',
    'reduce, lru_cache …',
    'reduce(function, iterable)\nlru_cache(maxsize=128)\npartial(func)',
  ),
  runtime('hashlib', 'Digests', 'md5(data)\nsha1(data)\nsha256(data)'),
  runtime(
    'ipaddress',
    'IP addresses and networks',
    'ip_address(address)\nip_network(address, strict=True)\nIPv4Address\nIPv4Network\nIPv6Address\nIPv6Network\nAddressValueError',
  ),
  runtime(
    'itertools',
    'chain, groupby …',
    'chain(*iterables)\ngroupby(iterable, key=None)\nislice(iterable, stop)',
  ),
  runtime('json', 'JSON texts', 'loads(s)\ndumps(obj, default=None)\nJSONDecodeError'),
  runtime('math', 'Mathematics', 'ceil(x)\nfloor(x)\nlog(x, base=e)\nsqrt(x)'),
  runtime('operator', 'Operators as functions', 'itemgetter(*items)\nattrgetter(*attrs)'),
  runtime('os', 'Paths; the host itself is closed', 'path'),
  runtime('random', 'Chance', 'choice(seq)\nrandint(a, b)\nrandom()'),
  runtime(
    're',
    'Regular expressions',
    'compile(pattern, flags=0)\nsearch(pattern, string, flags=0)\nmatch(pattern, string, flags=0)\nfullmatch(pattern, string, flags=0)\nfindall(pattern, string, flags=0)\nsub(pattern, repl, string, count=0)\nIGNORECASE',
  ),
  runtime('string', 'Classes of characters', 'ascii_letters\ndigits\npunctuation\nTemplate'),
  runtime('time', 'The clock', 'time()'),
  runtime('typing', 'Types for hints', 'Any\nOptional\nMapping\nSequence'),
  runtime('unittest.mock', 'Mocks of unit tests', 'MagicMock\npatch'),
  runtime('urllib.parse', 'Web addresses', 'urlparse(url)\nparse_qs(qs)\nquote(string)\nunquote(string)'),
  runtime('uuid', 'Unique ids', 'UUID\nuuid4()'),
];
