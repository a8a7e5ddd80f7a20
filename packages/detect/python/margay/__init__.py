"""The runtime that runs detections. It knows nothing of the host it runs in; see `host.py` for the one bridge."""
