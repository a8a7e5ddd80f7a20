"""Reading of AWS policies, as far as detections use it: statements, principals, conditions, actions."""
