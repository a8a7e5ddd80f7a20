from margay.event import PantherEvent

__all__ = ['PantherEvent']
