"""The event types rules import for checks and hints."""

from margay.event import PantherEvent

__all__ = ['PantherEvent']
