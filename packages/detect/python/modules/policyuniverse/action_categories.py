"""What kind of thing an action does: Read, List, Tagging, Permissions or Write. Judged by its name."""

_PERMISSIONS = (
    'accept', 'addpermission', 'attach', 'createaccesskey', 'createaccesspoint', 'creategrant', 'createloginprofile',
    'createpolicy', 'createrole', 'creategroup', 'createuser', 'deleteaccountpermission', 'deletegrouppolicy',
    'deletepolicy', 'deleterole', 'deleteuser', 'deletebucketpolicy', 'deleteresourcepolicy', 'detachgroup',
    'detachrole', 'detachuser', 'modifysnapshotattribute', 'modifyimageattribute', 'passrole', 'putbucketacl',
    'putbucketpolicy', 'putbucketpublicaccess', 'putgrouppolicy', 'putkeypolicy', 'putobjectacl', 'putresourcepolicy',
    'putrolepolicy', 'putrolepermissions', 'putuserpolicy', 'putuserpermissions', 'removepermission', 'retiregrant',
    'revokegrant', 'setdefaultpolicyversion', 'updateassumerolepolicy', 'updateloginprofile', 'assumerole',
)  # fmt: skip
_NOT_PERMISSIONS = ('acceptvpcpeering', 'accepttransitgateway', 'attachvolume', 'attachinternet', 'attachnetwork')
_READ = ('get', 'describe', 'batchget', 'view', 'lookup', 'search', 'select', 'simulate', 'test', 'scan', 'query',
         'head', 'read', 'receive', 'filter', 'check', 'download', 'export', 'preview')  # fmt: skip
_TAGGING = ('tag', 'untag', 'createtags', 'deletetags', 'addtags', 'removetags', 'puttag', 'putobjecttagging',
            'putbuckettagging', 'deleteobjecttagging', 'changetagsforresource')  # fmt: skip


def category_of(action):
    """`action` is `service:name` in lower case."""
    name = action.partition(':')[2]
    if name.startswith(_TAGGING):
        return 'Tagging'
    if name.startswith('list'):
        return 'List'
    if name.startswith(_READ):
        return 'Read'
    if name.startswith(_PERMISSIONS) and not name.startswith(_NOT_PERMISSIONS):
        return 'Permissions'
    return 'Write'


def categories_for_actions(actions):
    """Service to the set of categories of its actions; a service without any gives an empty set."""
    found = Summary()
    for action in actions:
        service, _, name = action.lower().partition(':')
        if name:
            found.setdefault(service, set()).add(category_of(f'{service}:{name}'))
    return found


class Summary(dict):
    def __missing__(self, service):
        return set()
