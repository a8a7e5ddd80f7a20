"""What of other modules a confined body may use: names that give nothing two rules could change.

A function listed here neither changes its module nor gives away an object that others hold and that can be changed; a
class listed here is listed to be called, never to be derived from. What is missing is no fault: a body that uses it
runs apart.
"""


def _names(text):
    return frozenset(text.split())


_CACHING = _names(
    'get_counter increment_counter reset_counter set_key_expiration get_string_set put_string_set add_to_string_set'
    ' remove_from_string_set reset_string_set get_dictionary put_dictionary evaluate_threshold check_account_age'
)

ALLOWED = {
    '__future__': _names('annotations'),
    'base64': _names(
        'b64decode b64encode standard_b64decode standard_b64encode urlsafe_b64decode urlsafe_b64encode'
        ' b32decode b32encode b16decode b16encode b85decode b85encode a85decode a85encode'
    ),
    'binascii': _names('hexlify unhexlify a2b_base64 b2a_base64 crc32 Error'),
    'boto3': _names('client resource Session'),
    'botocore.exceptions': _names(
        'BotoCoreError NoCredentialsError PartialCredentialsError NoRegionError ParamValidationError'
        ' EndpointConnectionError NetworkUnavailable ClientError'
    ),
    'collections': _names('defaultdict Counter OrderedDict deque namedtuple'),
    'collections.abc': _names(
        'Mapping MutableMapping Sequence MutableSequence Iterable Iterator Set Callable Hashable Sized Collection'
    ),
    'copy': _names('copy deepcopy'),
    'dataclasses': _names('field asdict astuple'),
    'datetime': _names('datetime timedelta timezone date time UTC MINYEAR MAXYEAR'),
    'dateutil.parser': _names('parse isoparse ParserError'),
    'decimal': _names('Decimal InvalidOperation'),
    'difflib': _names('SequenceMatcher get_close_matches'),
    'enum': _names('auto'),
    'fnmatch': _names('fnmatch fnmatchcase filter translate'),
    'functools': _names('reduce partial lru_cache cache cmp_to_key'),
    'hashlib': _names('md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_256 sha3_512'),
    'html': _names('escape unescape'),
    'ipaddress': _names(
        'ip_address ip_network ip_interface IPv4Address IPv6Address IPv4Network IPv6Network IPv4Interface'
        ' IPv6Interface AddressValueError NetmaskValueError summarize_address_range collapse_addresses'
    ),
    'itertools': _names(
        'chain combinations permutations product islice groupby count cycle repeat accumulate starmap takewhile'
        ' dropwhile filterfalse zip_longest tee pairwise compress batched'
    ),
    'json': _names('loads dumps JSONDecodeError'),
    'jsonpath_ng': _names('parse'),
    'math': _names(
        'ceil floor sqrt log log2 log10 exp pow fabs fsum isclose isnan isinf inf nan pi e trunc radians degrees'
        ' sin cos tan asin acos atan atan2 hypot gcd comb prod dist'
    ),
    'operator': _names(
        'itemgetter eq ne lt le gt ge add sub mul truediv floordiv mod and_ or_ xor not_ neg contains countOf indexOf'
        ' getitem'
    ),
    'os': _names('getenv'),
    'os.path': _names('basename dirname join split splitext normpath isabs commonprefix'),
    'ntpath': _names('basename dirname join split splitext normpath isabs'),
    'posixpath': _names('basename dirname join split splitext normpath isabs'),
    'panther_core': _names('PantherEvent'),
    'panther_core.enriched_event': _names('PantherEvent'),
    'panther_core.immutable': _names('ImmutableCaseInsensitiveDict ImmutableList'),
    'panther_detection_helpers.caching': _CACHING,
    'panther_oss_helpers': _CACHING | _names('resource_lookup BadLookup'),
    'policyuniverse.action_categories': _names('categories_for_actions'),
    'policyuniverse.expander_minimizer': _names('expand_policy minimize_statement_actions get_actions_from_statement'),
    'policyuniverse.policy': _names('Policy'),
    'policyuniverse.statement': _names('Statement'),
    'pycountry': _names('countries'),
    'random': _names('random randint randrange choice choices sample uniform'),
    're': _names(
        'compile search match fullmatch sub subn split findall finditer escape error Pattern Match'
        ' A ASCII I IGNORECASE M MULTILINE S DOTALL X VERBOSE U UNICODE'
    ),
    'secrets': _names('token_hex token_urlsafe token_bytes randbelow compare_digest'),
    'shlex': _names('split quote join'),
    'statistics': _names('mean median mode stdev pstdev variance pvariance'),
    'string': _names(
        'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation printable whitespace'
        ' capwords'
    ),
    'textwrap': _names('dedent indent shorten wrap fill'),
    'time': _names('time time_ns gmtime localtime strftime strptime mktime monotonic perf_counter'),
    'typing': _names(
        'Any AnyStr Optional Union List Dict Tuple Set FrozenSet Sequence Mapping MutableMapping Iterable Iterator'
        ' Generator Callable Literal Type Final Pattern Match TYPE_CHECKING cast'
    ),
    'unicodedata': _names('normalize category name lookup'),
    'urllib.parse': _names('urlparse urlsplit unquote unquote_plus quote quote_plus parse_qs parse_qsl urlencode urljoin'),
    'uuid': _names('UUID uuid4'),
    'zlib': _names('crc32 adler32 decompress'),
}

# May stand behind `@` only: called on something else they would change it.
DECORATORS = {'dataclasses': _names('dataclass'), 'functools': _names('wraps')}

# May be derived from.
BASES = {'enum': _names('Enum IntEnum StrEnum'), 'typing': _names('NamedTuple TypedDict')}

# May be asked for by isinstance, and nothing else.
TYPES = {'unittest.mock': _names('MagicMock Mock NonCallableMock')}
