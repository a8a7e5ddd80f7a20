import type { Sql } from '@margay/store';
import { describe, expect, it } from 'vitest';
import { editedRecords } from './bulk-edit.ts';
import { emptyRule } from './kinds/rule-definition.ts';
import type { ContentRecord } from './store.ts';

// Rules without a base ask the store nothing.
const noStore = undefined as unknown as Sql;

const ruleOf = (id: string, tags: string[], managed = false): ContentRecord<'RULE'> => ({
  kind: 'RULE',
  id,
  versionId: 'v',
  displayName: id,
  enabled: true,
  managed,
  severity: 'LOW',
  logTypes: ['A'],
  tags,
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
  definition: { ...emptyRule, severity: 'LOW', tags, logTypes: ['A'] },
});

const tagsOf = (records: ContentRecord[]) =>
  records.map((record) => (record as ContentRecord<'RULE'>).definition.tags);

describe('a change of many detections', () => {
  it('adds and removes tags, and leaves out what stays the same', async () => {
    const records = [ruleOf('a', ['old']), ruleOf('b', ['new'])];
    const edited = await editedRecords(noStore, records, { addTags: ['new'], removeTags: ['old'] });
    expect(edited.map(({ id }) => id)).toEqual(['a']);
    expect(tagsOf(edited)).toEqual([['new']]);
  });

  it('sets the severity', async () => {
    const edited = await editedRecords(noStore, [ruleOf('a', [])], { severity: 'HIGH' });
    expect(edited[0]).toMatchObject({ definition: { severity: 'HIGH', logTypes: ['A'] } });
  });

  it('changes the severity of managed detections beside what they ship, and refuses to change their tags', async () => {
    const managed = [ruleOf('a', [], true)];
    const [edited] = await editedRecords(noStore, managed, { severity: 'HIGH' });
    expect(edited).toMatchObject({
      managed: true,
      definition: { severity: 'HIGH', shipped: { severity: 'LOW' } },
    });
    await expect(editedRecords(noStore, managed, { addTags: ['x'] })).rejects.toThrow(
      'Tags of managed detections cannot be changed: a. Clone them, or leave them out.',
    );
  });
});
