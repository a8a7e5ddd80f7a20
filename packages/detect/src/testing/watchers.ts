import { fullTrust, type PythonRule, type RuleMatch } from '@margay/model';
import type { Evaluation } from '../contract.ts';
import { pythonRule } from './cloudtrail-rules.ts';

/** Uses what rules use, and tells all it saw: whatever anybody changes of it shows in the answer. */
const victim = `
import base64, datetime, fnmatch, ipaddress, json, re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from urllib.parse import urlparse
import odd_helper
from panther_core import PantherEvent
from panther_detection_helpers.caching import get_string_set

seen = []

def look(event):
    groups = defaultdict(list)
    groups[event['eventName']].append(len(event.get('list')))
    return {
        'name': event['eventName'], 'user': event.deep_get('user', 'name'), 'list': list(event['list']),
        'model': event.udm('actor_user'), 'walk': event.deep_walk('rows', 'n'), 'keys': sorted(event.keys()),
        'items': len(list(event.items())), 'event': json.dumps(event.to_dict(), sort_keys=True), 'groups': dict(groups),
        're': bool(re.search('user-[0-9]+', event.deep_get('user', 'name'))), 'json': json.loads('[1, 2]'),
        'network': ipaddress.ip_address('10.0.0.1') in ipaddress.ip_network('10.0.0.0/8'),
        'private': ipaddress.IPv4Address('10.0.0.1').is_private, 'fn': fnmatch.fnmatch('abc', 'a*'),
        'time': datetime.datetime.fromtimestamp(0, datetime.timezone.utc).isoformat(), 'b64': base64.b64decode('YQ==').decode(),
        'count': Counter('aab')['a'], 'url': urlparse('https://a/b').netloc, 'decimal': str(Decimal(1) / Decimal(7)),
        'helper': [odd_helper.is_watched('user-7'), sorted(odd_helper.WATCHED), odd_helper.count('x'), odd_helper.remember('y')],
        'kinds': [isinstance('x', Mapping), isinstance({}, Sequence), isinstance(event, Mapping), type(5) == int],
        'digits': len(str(10 ** 3000)), 'core': isinstance(PantherEvent({}), Mapping), 'cache': sorted(get_string_set('k')),
        'depth': deep(120), 'epoch': event.event_time_epoch(),
    }

def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)

def rule(event):
    return event['eventName'] == 'Seen'

def title(event):
    return f"{event['eventName']} by {event.deep_get('user', 'name')}"

def severity(event):
    return 'HIGH'

def alert_context(event):
    return look(event)
`;

/** Runs apart, for it looks at the interpreter itself. */
const inspector = `
import builtins, codecs, decimal, gc, hashlib, linecache, locale, os, random, signal, sys, time, warnings

def look():
    with open('/lib/python314.zip', 'rb') as archive:
        digest = hashlib.sha256(archive.read()).hexdigest()
    probe = os.open('/lib/python314.zip', os.O_RDONLY)
    os.close(probe)
    os.write(1, b'x')
    return {
        'trace': [sys.gettrace() is None, sys.getprofile() is None, sys.monitoring.get_tool(3)],
        'limits': [sys.getrecursionlimit(), sys.get_int_max_str_digits(), decimal.getcontext().prec],
        'finders': [type(finder).__name__ for finder in sys.meta_path], 'path': sys.path, 'descriptor': probe,
        'gc': [gc.isenabled(), len(gc.callbacks), gc.get_freeze_count()], 'names': sorted(vars(builtins)),
        'folder': os.getcwd(), 'tmp': os.listdir('/tmp'), 'lib': os.listdir('/lib'), 'zip': digest,
        'environment': dict(os.environ), 'zone': time.tzname, 'locale': locale.setlocale(locale.LC_ALL),
        'signal': signal.getsignal(signal.SIGINT) is signal.default_int_handler, 'warnings': len(warnings.filters),
        'leftover': [hasattr(sys, 'leftover'), hasattr(builtins, 'kept')], 'strict': codecs.lookup_error('strict').__name__,
        'modules': sorted(sys.modules),
    }

def rule(event):
    return event['eventName'] == 'Seen'

def alert_context(event):
    return look()
`;

const helper = `
import re
WATCHED = ['user-7', 'user-8']
counts = {}

def is_watched(name):
    return name in WATCHED

def count(name):
    counts[name] = counts.get(name, 0) + 1
    return sorted(counts)

def remember(name, kept=[]):
    if name not in kept:
        kept.append(name)
    return sorted(kept)
`;
const model = {
  id: 'Odd.Model',
  versionId: '1',
  trust: fullTrust,
  enabled: true,
  logTypes: ['AWS.CloudTrail'],
  body: 'def actor(event):\n    return event.deep_get("user", "name").upper()',
  mappings: [{ name: 'actor_user', method: 'actor' }],
};

export const watchedEvents = ['Seen', 'Other', 'Seen'].map((eventName, n) => ({
  p_log_type: 'AWS.CloudTrail',
  p_event_time: '2026-01-02 03:04:05.678',
  eventName,
  user: { name: `user-${n + 7}` },
  list: ['a', 'b', n],
  rows: [{ n: 1 }, { n: 2 }],
}));

/** One that tells all that rules see, and one that looks at the interpreter itself. */
export const watchers = (place: string, changes: Partial<PythonRule> = {}): PythonRule[] => [
  pythonRule(`Victim.${place}`, victim, changes),
  pythonRule(`Inspector.${place}`, inspector, changes),
];
/** What the watchers ask. */
export const watchedModules = {
  globals: [{ id: 'odd_helper', versionId: '1', trust: fullTrust, body: helper }],
  dataModels: [model],
};
export const isWatcher = (id: string) => id.startsWith('Victim.') || id.startsWith('Inspector.');

/** All that a watcher said, in the order it said it. */
export const answersOf = (evaluation: Evaluation, id: string) => ({
  matches: evaluation.matches.filter(({ ruleId }) => ruleId === id),
  errors: evaluation.errors.filter(({ ruleId }) => ruleId === id),
});

/** A match without what differs for other reasons than an attack. */
export function told({ contextJson, ...match }: Pick<RuleMatch, 'contextJson'>): unknown {
  return { ...match, context: contextJson === undefined ? undefined : (JSON.parse(contextJson) as unknown) };
}
