"""The part of dateutil that detections use: `parser.parse` and the time zones it returns."""
