/** What a new rule starts as: a small rule that runs, to be written over, with a test that passes. */
export const newRuleBody = `def rule(event):
    # Return True to match this event.
    if event.get("eventName") != "ConsoleLogin":
        return False
    return event.deep_get("userIdentity", "type") == "Root"


def title(event):
    return f"Root signed in from {event.get('sourceIPAddress')}"
`;

/** The event of a new test. */
export const newTestEvent = `{
  "eventName": "ConsoleLogin",
  "sourceIPAddress": "192.0.2.10",
  "userIdentity": {
    "type": "Root"
  }
}`;
