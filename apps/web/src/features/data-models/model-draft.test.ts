import { describe, expect, it } from 'vitest';
import { readVersions } from '../../editor/history/versions.ts';
import {
  cloneDraft,
  draftOf,
  faultCount,
  faultsOf,
  inputOf,
  modelShape,
  newMapping,
  newModel,
} from './model-draft.ts';
import type { ModelDraft } from './model-draft.ts';
import { pathText } from './queries.ts';
import type { DataModel } from './queries.ts';

const model: DataModel = {
  id: 'Okta',
  versionId: 'v1',
  displayName: 'Okta',
  enabled: true,
  managed: true,
  loadError: null,
  logTypes: ['Okta.SystemLog'],
  mappings: [
    { name: 'actor_user', path: 'actor.alternateId', method: null },
    { name: 'event_type', path: null, method: 'type_of' },
  ],
  body: 'def type_of(event):\n    return 1\n',
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: null,
  lastModified: '2026-11-20T10:00:00Z',
  lastModifiedBy: null,
};
const draft = (change: Partial<ModelDraft> = {}): ModelDraft => ({ ...draftOf(model), ...change });
const faultTexts = (change: Partial<ModelDraft>) => Object.values(faultsOf(draft(change)).mappings);

describe('a data model while it is edited', () => {
  it('sends each mapping with a path or a method, and leaves empty rows out', () => {
    const mappings = [...draft().mappings, newMapping()];
    expect(inputOf(draft({ mappings }), { isNew: false, versionId: 'v1' })).toEqual({
      id: 'Okta',
      isNew: false,
      versionId: 'v1',
      displayName: 'Okta',
      enabled: true,
      logTypes: ['Okta.SystemLog'],
      mappings: [
        { name: 'actor_user', path: 'actor.alternateId' },
        { name: 'event_type', method: 'type_of' },
      ],
      body: model.body,
    });
  });

  it('is switched off as a clone, under an id of its own', () => {
    expect(cloneDraft(model)).toMatchObject({ id: 'Okta.Copy', enabled: false });
  });

  it('wants an id, a log type, and in each row a name of its own and a source', () => {
    expect(faultCount(faultsOf(draft()))).toBe(0);
    expect(faultsOf({ ...newModel(), mappings: [] })).toEqual({
      id: 'This field is required',
      logTypes: 'This field is required',
      mappings: {},
    });
    const row = (part: object) => newMapping({ name: 'a', source: 'b', ...part });
    expect(faultTexts({ mappings: [row({}), row({})] })).toEqual([
      { name: 'No duplicates allowed' },
      { name: 'No duplicates allowed' },
    ]);
    expect(faultTexts({ mappings: [row({ name: '' }), row({ source: '' })] })).toEqual([
      { name: 'This field is required' },
      { source: 'Enter a path' },
    ]);
    expect(faultTexts({ mappings: [row({ kind: 'method', source: 'other' })] })).toEqual([
      { source: 'The Python below has no function other' },
    ]);
    expect(faultsOf(draft({ body: '' })).body).toContain('needs Python');
  });

  it('tells what a version changed: mappings by name, and their order', () => {
    const definition = (mappings: object[]) => ({ displayName: 'Okta', logTypes: ['A.B'], mappings });
    const [actor, kind] = [
      { name: 'actor', path: 'a' },
      { name: 'kind', method: 'm' },
    ];
    const records = [[actor], [actor, kind], [kind, actor]].map((mappings, index) => ({
      versionId: `v${index}`,
      number: index + 1,
      definition: definition(mappings),
      createdAt: '2026-11-20T10:00:00Z',
      createdBy: null,
    }));
    expect(readVersions(records.toReversed(), modelShape).map(({ summary }) => summary)).toEqual([
      'Order: actor, kind → kind, actor',
      'kind: none → m()',
      'First version',
    ]);
  });

  it('quotes names in paths that are no plain words', () => {
    expect(pathText(['user', 'id'])).toBe('user.id');
    expect(pathText(['user', 'full name'])).toBe("$['user']['full name']");
  });
});
