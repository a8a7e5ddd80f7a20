/** What the packed data folder holds. */
export const packed = {
  ruleId: 'Upgrade.NewKey',
  sourceLabel: 'before the upgrade',
  destination: {
    outputType: 'customwebhook',
    displayName: 'before the upgrade',
    defaultForSeverity: ['HIGH'],
    alertTypes: ['RULE'],
    logTypes: [],
    // Nobody listens there, so the alert's delivery fails and is tried again.
    outputConfig: { webhookURL: 'http://127.0.0.1:9/alerts' },
  },
  /** In the lake; the first one made an alert. */
  stored: Array.from({ length: 10 }, (_, i) => `stored-${i}`),
  /** In the spool: accepted, never looked at. Two of them make an alert. */
  waiting: Array.from({ length: 20 }, (_, i) => `waiting-${i}`),
};
