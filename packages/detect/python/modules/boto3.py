"""Importable, because helper modules import it at the top; there is no network behind it.

The one table that public helpers read, the inventory of cloud resources, is answered by the server.
"""

from botocore.exceptions import NetworkUnavailable

from margay import host

RESOURCE_TABLE = 'panther-resources'
REASON = 'network access is not available to detections'


class _Unavailable:
    def __init__(self, name):
        self._name = name

    def __getattr__(self, attribute):
        def refuse(*arguments, **options):
            raise NetworkUnavailable(msg=f'{self._name}.{attribute}: {REASON}')

        return refuse


class _ResourceTable:
    def get_item(self, Key, **options):
        found = host.call('resource', {'id': str(Key.get('id'))})
        response = {'ResponseMetadata': {'HTTPStatusCode': 200}}
        if found is not None:
            response['Item'] = {'id': Key.get('id'), 'attributes': found}
        return response


class _Dynamo(_Unavailable):
    def Table(self, name):
        return _ResourceTable() if name == RESOURCE_TABLE else _Unavailable(f'table {name}')


def resource(service_name, **options):
    return _Dynamo('dynamodb') if service_name == 'dynamodb' else _Unavailable(service_name)


def client(service_name, **options):
    return _Unavailable(service_name)


class Session:
    def __init__(self, **options):
        self.region_name = options.get('region_name')

    def client(self, service_name, **options):
        return client(service_name)

    def resource(self, service_name, **options):
        return resource(service_name)
