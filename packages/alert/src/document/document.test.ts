import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAlert } from '../destinations/testing.ts';
import { alertDocument, longText } from './alert-document.ts';
import { fitDocument } from './fit-document.ts';
import { fitText } from './fit-text.ts';
import { escapeHtml, html } from './html.ts';
import { jiraMarkup } from './jira-markup.ts';
import { githubMarkdown } from './markdown.ts';
import { richBody } from './rich-body.ts';
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

describe('the alert as a body of text', () => {
  const markups = { html, githubMarkdown, jiraMarkup };

  it.each(Object.entries(markups))(
    '%s has every part within the limit, whatever the texts are',
    (_name, markup) => {
      fc.assert(
        fc.property(
          fc.string({
            unit: fc.constantFrom('<', '&', '\\', '[', '{noformat}', '```', '@all', 'word ', '\n'),
          }),
          fc.integer({ min: 1, max: 2000 }),
          (text, times) => {
            const long = text.repeat(times).slice(0, 50_000);
            const alert = { ...sampleAlert, description: long, runbook: long, context: { long } };
            const body = richBody(alert, markup, 5000);
            expect(body.length).toBeLessThanOrEqual(5000);
            for (const part of ['Description', 'Link', 'Severity', 'Rule ID', 'Alert ID', 'AlertContext'])
              if (part !== 'Description' || long !== '') expect(body).toContain(markup.heading(part));
          },
        ),
        { numRuns: 50 },
      );
    },
  );

  it('leaves out empty parts, and links what is an address', () => {
    const body = richBody({ ...sampleAlert, runbook: '', tags: [] }, html, 5000);
    expect(body).not.toMatch(/Runbook|Tags/);
    expect(body).toContain('<a href="https://example.com/mfa">https://example.com/mfa</a>');
    const hostile = 'https://evil.example/">&';
    expect(richBody({ ...sampleAlert, reference: hostile }, html, 5000)).not.toContain('/">&');
    expect(richBody({ ...sampleAlert, reference: 'javascript:alert(1)' }, html, 5000)).not.toContain(
      'href="javascript',
    );
  });

  it('cuts a text until what is written fits', () => {
    expect(fitText('short', 100)).toBe('short');
    expect(fitText('&'.repeat(100), 120, escapeHtml)).toMatch(/^(&amp;)+\.\.\. \(truncated\)$/);
    expect(fitText('&'.repeat(100), 120, escapeHtml).length).toBeLessThanOrEqual(120);
    expect(fitText('&'.repeat(100), 10, escapeHtml)).toBe('');
  });
});
