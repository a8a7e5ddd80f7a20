"""The event object that rules get."""

from datetime import datetime, timezone

from margay import host
from margay.views import ImmutableCaseInsensitiveDict, native, view_of


class PantherEvent(ImmutableCaseInsensitiveDict):
    """A read-only event. `data_model` maps the unified names of its log type; rows of queries have none."""

    __slots__ = ('_model',)

    def __init__(self, event=None, data_model=None):
        ImmutableCaseInsensitiveDict.__init__(self, event)
        self._model = data_model

    def udm(self, *key, default=None):
        """A unified name through the data model; else `p_udm`, else the event's own field, else the default."""
        model = self._model
        if model is not None and len(key) == 1:
            mapping = model.mappings.get(key[0])
            if mapping is not None:
                return mapping.read(self, default)
        unified = self.get('p_udm')
        if isinstance(unified, ImmutableCaseInsensitiveDict):
            value = unified.deep_get(*key)
            if value:
                return value
        return self.deep_get(*key) or default

    def udm_path(self, key):
        """Where a unified name comes from: the path without `$`, the method's name, or None."""
        if self._model is None:
            raise ValueError(f'the log type {self.get("p_log_type")!r} has no data model')
        mapping = self._model.mappings.get(key)
        return None if mapping is None else mapping.source

    def lookup(self, table, key):
        """The row of an enrichment table under this primary key, or None. Unit tests read their own event."""
        mocked = self.get('_mocked_lookup_data_')
        if mocked is not None or not host.is_connected():
            return self.deep_get('_mocked_lookup_data_', table, key)
        return view_of(host.call('lookup', {'table': str(table), 'key': native(key)}))

    def event_time_epoch(self, force_utc=True):
        """Whole seconds since 1970 of `p_event_time`; 0 when there is none or it cannot be read."""
        text = self.get('p_event_time')
        if isinstance(text, datetime):
            moment = text
        else:
            moment = _parse_time(text)
        if moment is None:
            return 0
        if moment.tzinfo is None and force_utc:
            moment = moment.replace(tzinfo=timezone.utc)
        return int(moment.timestamp())


def _parse_time(text):
    if not isinstance(text, str):
        return None
    head, dot, tail = text.strip().removesuffix('Z').partition('.')
    digits = tail[: len(tail) - len(tail.lstrip('0123456789'))]
    zone = tail[len(digits) :]
    try:
        return datetime.fromisoformat(head + (f'.{digits[:6]:0<6}' if dot and digits else '') + zone.strip())
    except ValueError:
        return None
