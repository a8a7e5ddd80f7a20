"""Older import name of the caching helpers and of the resource look-up."""

from margay import host
from panther_detection_helpers.caching import *  # noqa: F403 - this module is an alias


class BadLookup(Exception):
    """The resource is not in the inventory."""


def resource_lookup(resource_id):
    if not resource_id:
        raise ValueError('resource_id must not be empty')
    found = host.call('resource', {'id': str(resource_id)})
    if found is None:
        raise BadLookup(f'{resource_id} is not in the resource inventory')
    return found
