import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../../testing/console.tsx';
import type { PutRuleInput, Rule } from '../queries.ts';
import { builderServer, storedRule } from '../testing.ts';
import { logTypeHint } from './simple-pane.tsx';

beforeEach(() => {
  window.innerWidth = 1600;
});

const permissions = ['RuleModify', 'RuleRead', 'AlertRead'];
const simpleRule = (change: Partial<Rule> = {}) =>
  storedRule({
    isSimpleDetection: true,
    body: '',
    simpleDetectionBody: '# watched\n- KeyPath: eventType\n  Condition: Equals\n  Value: user.mfa\n',
    dynamicAlertTitle: 'MFA of {actor}',
    ...change,
  });

async function openEditor(rule: Rule | undefined, search = '') {
  const server = builderServer(rule ?? storedRule({}));
  const path = rule ? `/build/detections/rules/${rule.id}/edit/` : `/build/detections/new/${search}`;
  await renderConsole({ path, permissions, graphql: server.graphql });
  return { ...server, user: userEvent.setup() };
}
const builder = () => screen.findByRole('group', { name: 'Conditions' });
const mode = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

describe('the Rule Builder', () => {
  it('[001-5.106] asks for a log type, of an existing detection for its filters too', () => {
    expect(logTypeHint(false)).toBe('Please select a log type to update rule clauses.');
    expect(logTypeHint(true, 'policy')).toBe(
      'Please select a log type to update filters and policy clauses.',
    );
  });

  it('[001-2.103] [001-4.37] builds a new simple detection with fields, operators and values', async () => {
    const { user, callsOf } = await openEditor(undefined, '?isSimpleDetection=true');
    expect(await screen.findByText('Please select a log type to update rule clauses.')).toBeTruthy();
    await user.type(screen.getByLabelText(/^ID/), 'My.Rule');
    await user.click(screen.getByLabelText(/^Log types/));
    await user.click(await screen.findByRole('option', { name: 'Okta.SystemLog' }));
    const tree = await builder();
    await user.click(within(tree).getByRole('button', { name: 'Condition' }));
    await user.click(within(tree).getByRole('button', { name: 'Condition 1 field: none' }));
    await user.click(await screen.findByRole('option', { name: /eventType/ }));
    await user.type(await within(tree).findByLabelText('Condition 1, eventType value'), 'user.mfa');
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(callsOf('PutRule')).toHaveLength(1));
    const input = callsOf('PutRule')[0]?.variables['input'] as PutRuleInput;
    expect(input).toMatchObject({
      id: 'My.Rule',
      body: '',
      simpleDetectionBody: '  - KeyPath: eventType\n    Condition: Equals\n    Value: user.mfa\n',
    });
  });

  it('[001-4.38] shows in the text what was built, and in the builder what was written', async () => {
    const { user } = await openEditor(simpleRule());
    const tree = await builder();
    expect(within(tree).getByLabelText<HTMLInputElement>('Condition 1, eventType value').value).toBe(
      'user.mfa',
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Alert title' }).value).toBe(
      'MFA of {actor}',
    );
    await user.type(within(tree).getByLabelText('Condition 1, eventType value'), '.push');
    await user.click(mode('Text'));
    const editor = await screen.findByRole('textbox', { name: 'Logic of the rule as YAML' });
    expect(editor.textContent).toContain('Value: user.mfa.push');
    await user.click(mode('Builder'));
    expect(within(await builder()).getByLabelText<HTMLInputElement>(/value$/).value).toBe('user.mfa.push');
  });

  it('keeps what is unfinished while one looks at the text', async () => {
    const { user } = await openEditor(simpleRule());
    await user.click(within(await builder()).getByRole('button', { name: 'Condition' }));
    await user.click(mode('Text'));
    await user.click(mode('Builder'));
    expect(within(await builder()).getAllByRole('group', { name: /^Condition \d/ })).toHaveLength(2);
  });

  it('[001-4.37] starts in the text where the YAML has a fault', async () => {
    await openEditor(simpleRule({ simpleDetectionBody: '- KeyPath: a\n  Condition: Equal\n' }));
    expect(await screen.findByText('There is an error in your syntax.')).toBeTruthy();
    expect(mode('Text').checked).toBe(true);
    expect(mode('Builder').disabled).toBe(true);
    expect(screen.getAllByText(/Line \d+, column \d+: SD\d{8}: /)).not.toHaveLength(0);
  });

  it('[001-4.37] [001-5.104] starts in the text where the builder cannot show it', async () => {
    const deep =
      '- All:\n  - Any:\n    - All:\n      - Any:\n        - KeyPath: a\n          Condition: Exists\n';
    await openEditor(simpleRule({ simpleDetectionBody: deep }));
    expect(
      await screen.findByText('The GUI builder is disabled for rules with more than 3 nested conditions.'),
    ).toBeTruthy();
    expect(mode('Text').checked).toBe(true);
  });

  it('saves untouched YAML with its comments', async () => {
    const { user, callsOf } = await openEditor(simpleRule());
    await builder();
    await user.type(screen.getByLabelText('Description'), 'x');
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(callsOf('PutRule')).toHaveLength(1));
    const input = callsOf('PutRule')[0]?.variables['input'] as PutRuleInput;
    expect(input.simpleDetectionBody).toBe(
      '# watched\n- KeyPath: eventType\n  Condition: Equals\n  Value: user.mfa\n',
    );
    expect(input.dynamicAlertTitle).toBe('MFA of {actor}');
  });

  it('refuses to save what is unfinished, and marks it', async () => {
    const { user, callsOf } = await openEditor(simpleRule());
    const tree = await builder();
    await user.click(within(tree).getByRole('button', { name: 'Condition' }));
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    expect(within(tree).getByText('This field is required')).toBeTruthy();
    expect(callsOf('PutRule')).toHaveLength(0);
  });

  it('moves conditions with the arrow keys and makes groups', async () => {
    const two = '- KeyPath: a\n  Condition: Exists\n- KeyPath: b\n  Condition: Exists\n';
    const { user } = await openEditor(simpleRule({ simpleDetectionBody: two }));
    const tree = await builder();
    within(tree).getByRole('button', { name: 'Move Condition 1, a' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(within(tree).getByRole('group', { name: 'Condition 2, a' })).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Condition 2, a');
    await user.click(within(tree).getByRole('button', { name: 'Group' }));
    expect(within(tree).getByRole('radio', { name: 'Any', checked: true })).toBeTruthy();
    expect(within(tree).getByText('of these is true')).toBeTruthy();
  });

  it('says what each condition answers for the open test', async () => {
    await openEditor(
      simpleRule({
        tests: [{ name: 'A', expectedResult: true, resource: '{"eventType":"user.mfa"}', mocks: [] }],
      }),
    );
    const tree = await builder();
    expect(within(tree).getByText('true')).toBeTruthy();
    expect(screen.getByText('Results beside the conditions are for A')).toBeTruthy();
    expect(screen.getByText('matches')).toBeTruthy();
  });

  it('becomes Python when that is confirmed', async () => {
    const { user, callsOf } = await openEditor(simpleRule());
    await builder();
    await user.click(screen.getByRole('button', { name: 'Convert to Python' }));
    await user.click(await screen.findByRole('button', { name: 'Convert' }));
    await screen.findByRole('textbox', { name: 'Code of the rule' });
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(callsOf('PutRule')).toHaveLength(1));
    const input = callsOf('PutRule')[0]?.variables['input'] as PutRuleInput;
    expect(input.body).toContain('def rule(event):');
    expect(input.simpleDetectionBody).toBeNull();
    expect(input.dynamicAlertTitle).toBeNull();
  });

  it('[001-6.2] only shows without RuleModify', async () => {
    const server = builderServer(simpleRule());
    await renderConsole({
      path: '/build/detections/rules/Okta.Push/edit/',
      permissions: ['RuleRead', 'AlertRead'],
      graphql: server.graphql,
    });
    const tree = await builder();
    expect(within(tree).queryByRole('button', { name: 'Condition' })).toBeNull();
    expect(within(tree).getByLabelText<HTMLInputElement>(/value$/).disabled).toBe(true);
  });
});

describe('inline filters on the edit page', () => {
  it('are built beside Python and saved as YAML', async () => {
    const { user, callsOf } = await openEditor(storedRule({}));
    await user.click(await screen.findByRole('button', { name: 'Inline filters' }));
    const tree = await screen.findByRole('group', { name: 'Filters' });
    await user.click(within(tree).getByRole('button', { name: 'Filter' }));
    await user.click(within(tree).getByRole('button', { name: 'Condition 1 field: none' }));
    await user.click(await screen.findByRole('option', { name: /eventType/ }));
    expect(within(tree).getByRole('button', { name: 'Condition 1 operator: does not contain' })).toBeTruthy();
    await user.type(within(tree).getByLabelText('Condition 1, eventType value'), 'test');
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(callsOf('PutRule')).toHaveLength(1));
    const input = callsOf('PutRule')[0]?.variables['input'] as PutRuleInput;
    expect(input.inlineFilters).toBe('- KeyPath: eventType\n  Condition: DoesNotContain\n  Value: test\n');
  });
});
