import { describe, expect, it } from 'vitest';
import { sampleAlert } from '../destinations/testing.ts';
import { alertDocument, longText } from './alert-document.ts';
import { fitDocument } from './fit-document.ts';
import { testAlert } from './test-alert.ts';
import { deliveredTitle } from './title.ts';

describe('the alert as others receive it', () => {
  it('says in the title what kind of news it is', () => {
    const titles = (
      ['RULE', 'RULE_ERROR', 'SCHEDULED_RULE', 'CORRELATION_RULE_ERROR', 'SYSTEM_ERROR'] as const
    ).map((type) => deliveredTitle({ ...sampleAlert, type, title: 'T' }));
    expect(titles).toEqual([
      'New Alert: T',
      'New rule error: T',
      'New Alert: T',
      'New correlation rule error: T',
      'System Error: T',
    ]);
    expect(deliveredTitle({ ...sampleAlert, type: 'POLICY' })).toBe(
      'Policy Failure: Console login without MFA',
    );
    expect(deliveredTitle({ ...sampleAlert, title: 'T', isResent: true })).toBe('[Re-sent]: T');
    expect(deliveredTitle({ ...sampleAlert, title: '', detectionName: '' })).toBe(
      'New Alert: AWS.Console.LoginWithoutMFA',
    );
    expect(deliveredTitle({ ...sampleAlert, title: 'a\r\nb' })).toBe('New Alert: a b');
  });

  it('wraps a context that is no object', () => {
    expect(alertDocument({ ...sampleAlert, context: [1] }).alertContext).toEqual({ value: [1] });
  });

  it('makes a document fit, context first, then description', () => {
    const context = { small: 1, big: 'x'.repeat(5000), last: 2 };
    const document = alertDocument({ ...sampleAlert, context });
    expect(fitDocument(document, 100_000)).toBe(document);
    const fitted = fitDocument(document, 1500);
    expect(fitted.alertContext).toEqual({ _truncated: true, small: 1, last: 2 });
    expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(1500);
    const wordy = alertDocument({ ...sampleAlert, description: 'd'.repeat(1000), context });
    expect(fitDocument(wordy, 1200).description).toHaveLength(200);
  });

  it('writes seven lines of plain text', () => {
    expect(longText(sampleAlert).split('\n')).toHaveLength(7);
    expect(longText({ ...sampleAlert, type: 'POLICY' })).toContain('failed on new resources');
  });

  it('has a test alert that nobody can mistake', () => {
    const document = alertDocument(testAlert('https://margay.example.com', new Date(0)));
    expect(document).toMatchObject({
      id: 'Test.Alert',
      alertId: 'Test.Alert',
      severity: 'INFO',
      tags: ['test'],
    });
  });
});
