import { describe, expect, it } from 'vitest';
import type { ContentRecord } from './store.ts';
import { unifiedNamesOf } from './unified-names.ts';

const model = (enabled: boolean): ContentRecord<'DATA_MODEL'> => ({
  kind: 'DATA_MODEL',
  id: 'Model',
  versionId: 'v1',
  enabled,
  managed: true,
  severity: null,
  displayName: 'Model',
  logTypes: ['Okta.SystemLog', 'Other.Type'],
  tags: [],
  resourceTypes: [],
  scheduledQueries: [],
  baseId: null,
  loadError: null,
  createdAt: new Date(0),
  createdBy: null,
  lastModified: new Date(0),
  lastModifiedBy: null,
  lastAccessedAt: null,
  textAuthor: { id: null, access: null },
  definition: {
    displayName: 'Model',
    logTypes: ['Okta.SystemLog', 'Other.Type'],
    mappings: [
      { name: 'source_ip', path: 'client.ipAddress' },
      { name: 'event_type', method: 'type_of' },
    ],
  },
});

describe('unifiedNamesOf', () => {
  it('gives the mappings of enabled models, for the log types asked for', () => {
    expect(unifiedNamesOf([model(true)], ['Okta.SystemLog'])).toEqual([
      { name: 'source_ip', logType: 'Okta.SystemLog', source: 'client.ipAddress' },
      { name: 'event_type', logType: 'Okta.SystemLog', source: 'type_of()' },
    ]);
    expect(unifiedNamesOf([model(false)], ['Okta.SystemLog'])).toEqual([]);
  });
});
