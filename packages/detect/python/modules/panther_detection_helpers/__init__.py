"""Helpers that keep state between events. See `caching`."""
