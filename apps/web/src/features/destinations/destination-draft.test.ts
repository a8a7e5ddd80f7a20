import { describe, expect, it } from 'vitest';
import { RequestError } from '../../lib/graphql/request-error.ts';
import {
  draftOf,
  faultCount,
  faultsOf,
  inputOf,
  newDraft,
  serverFaults,
  storedSecretsOf,
} from './destination-draft.ts';
import { alertTypesText } from './labels.ts';
import { filterDestinations } from './list-search.ts';
import type { Destination, DestinationType } from './queries.ts';

const type: DestinationType = {
  id: 'customwebhook',
  displayName: 'Custom Webhook',
  description: '',
  docUrl: null,
  logo: '',
  canTest: true,
  fields: [
    { name: 'webhookURL', label: 'URL', kind: 'password', required: true, secret: true },
    { name: 'note', label: 'Note', kind: 'text' },
  ],
};
const destination: Destination = {
  outputId: 'd1',
  outputType: 'customwebhook',
  displayName: 'SOAR',
  defaultForSeverity: ['HIGH'],
  alertTypes: ['RULE'],
  logTypes: [],
  verificationStatus: 'VERIFIED',
  outputConfig: { webhookURL: '' },
  lastModifiedTime: '2026-11-20T10:00:00Z',
  lastModifiedBy: null,
};

describe('the form of a destination', () => {
  it('asks for name, required settings and alert types', () => {
    const faults = faultsOf({ ...newDraft(type), alertTypes: [] }, type, [], []);
    expect(faults).toMatchObject({
      displayName: 'This field is required',
      alertTypes: 'This field is required',
      settings: { webhookURL: 'This field is required' },
    });
    expect(faultCount(faults)).toBe(3);
  });
  it('keeps a stored secret that is left empty', () => {
    const secrets = storedSecretsOf(type, destination, draftOf(destination, type).settings);
    expect(secrets).toEqual(['webhookURL']);
    expect(faultCount(faultsOf(draftOf(destination, type), type, [], secrets))).toBe(0);
    expect(inputOf(draftOf(destination, type), type, 'd1')).toEqual({
      outputId: 'd1',
      outputType: 'customwebhook',
      displayName: 'SOAR',
      defaultForSeverity: ['HIGH'],
      alertTypes: ['RULE'],
      logTypes: [],
      outputConfig: {},
    });
  });
  it('refuses a name another destination has', () => {
    const draft = { ...draftOf(destination, type), displayName: ' soar ' };
    expect(faultsOf(draft, type, [destination], ['webhookURL']).displayName).toContain('exists already');
  });
  it("puts the server's refusal at its fields, and leaves the rest to a note", () => {
    const refusal = (details: unknown) =>
      serverFaults(new RequestError('Must be a web address', 400, { details }), type);
    expect(
      refusal({
        field: 'outputConfig.webhookURL',
        faults: [{ field: 'outputConfig.webhookURL', message: 'Must be a web address' }],
      }),
    ).toEqual({ settings: { webhookURL: 'Must be a web address' } });
    expect(refusal({ field: 'displayName' })?.displayName).toBe('Must be a web address');
    expect(refusal({ field: 'outputType' })).toBeUndefined();
    expect(serverFaults(new Error('x'), type)).toBeUndefined();
  });
});

describe('the list of destinations', () => {
  const other = { ...destination, outputId: 'd2', displayName: 'Pager', defaultForSeverity: [] };
  const ids = (search: Parameters<typeof filterDestinations>[1]) =>
    filterDestinations([destination, other], search, () => 'Custom Webhook').map(({ outputId }) => outputId);
  it('filters by text and severity, by name first', () => {
    expect(ids({})).toEqual(['d2', 'd1']);
    expect(ids({ search: 'pag' })).toEqual(['d2']);
    expect(ids({ search: 'webhook', severity: ['HIGH'] })).toEqual(['d1']);
    expect(ids({ sortDir: 'descending' })).toEqual(['d1', 'd2']);
  });
  it('names alert types in few words', () => {
    expect(alertTypesText(['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE', 'POLICY'])).toBe('Alerts, Policies');
    expect(alertTypesText(['RULE', 'SYSTEM_ERROR'])).toBe('Rule, System errors');
  });
});
