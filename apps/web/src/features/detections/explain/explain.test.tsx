import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answeringServer, type Answers } from '../../../testing/answering-server.ts';
import { renderConsole } from '../../../testing/console.tsx';
import { storedRule } from '../testing.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { ExplainAnswer } from './explain-sheet.tsx';
import { coverage, explanation, mutationScore, simpleExplanation } from './testing.ts';

const rule = storedRule({
  body: explanation().body,
  tests: [{ name: 'Denied push', expectedResult: true, resource: '{"a":1,"b":3}', mocks: [] }],
});

function serverOf(answers: Answers) {
  const defaults: Answers = {
    GetRule: () => ({ rule }),
    DetectionVersions: () => ({ detectionVersions: [] }),
    DetectionDestinations: () => ({ destinations: [] }),
    DetectionLogTypes: () => ({ availableLogTypes: ['Okta.SystemLog'] }),
    DetectionKnowledge: () => ({ eventFields: [], unifiedNames: [] }),
    ListGlobalHelpers: () => ({ listGlobalHelpers: [] }),
    RoutePreview: () => ({ routePreview: { outputIds: [], reason: 'match' } }),
    CheckDetectionBody: () => ({ checkDetectionBody: [] }),
  };
  return answeringServer({ ...defaults, ...answers });
}

const path = '/build/detections/rules/Okta.Push/edit/';
const permissions = ['RuleRead', 'RuleModify'];
beforeEach(() => {
  window.innerWidth = 1600;
});

describe('explain in the editor', () => {
  it('tells for a test which condition decided and what each one read', async () => {
    const server = serverOf({ ExplainDetection: () => ({ explainDetection: explanation() }) });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Explain' }));
    const answer = await screen.findByRole('region', { name: 'Explanation' });
    expect(within(answer).getByText('No match')).toBeTruthy();
    const decided = within(answer).getByRole('group', { name: 'What decided' });
    expect(decided.textContent).toContain('First condition that failed');
    expect(decided.textContent).toContain('event.get("b") = 3');
    const steps = within(answer).getByRole('list', { name: 'Conditions in the order they ran' });
    expect(within(steps).getAllByText('Decided')).toHaveLength(1);
    const input = server.callsOf('ExplainDetection')[0]?.variables.input as { event: string };
    expect(JSON.parse(input.event)).toEqual({ a: 1, b: 3 });
    await userEvent.click(within(answer).getByRole('button', { name: 'Leave explain' }));
    expect(screen.queryByRole('region', { name: 'Explanation' })).toBeNull();
  });

  it('does not call a condition failed that held and ruled the event out', async () => {
    const [first, ...rest] = explanation().steps;
    const held = first && { ...first, text: 'is_ours(event)', truth: true, value: 'true' };
    const ruledOut = explanation({ steps: held ? [held, ...rest] : [], decisive: 1 });
    const server = serverOf({ ExplainDetection: () => ({ explainDetection: ruledOut }) });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Explain' }));
    const decided = await screen.findByRole('group', { name: 'What decided' });
    expect(decided.textContent).toContain('The condition that ruled it out');
    expect(decided.textContent).toContain('is_ours(event) is true');
    expect(decided.getAttribute('data-tone')).toBeNull();
  });

  it('takes a pasted event', async () => {
    const server = serverOf({
      ExplainDetection: () => ({ explainDetection: explanation({ result: true }) }),
    });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Explain an event…' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByLabelText(/^Event/));
    await userEvent.paste('{"a":1}');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Explain' }));
    expect(await screen.findByText('Why it matches')).toBeTruthy();
    expect(server.callsOf('ExplainDetection')[0]?.variables.input).toMatchObject({ event: '{"a":1}' });
  });

  it('says why it could not be explained', async () => {
    const server = serverOf({ ExplainDetection: () => new Error('The text does not load.') });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Explain' }));
    expect(await screen.findByText('The rule could not be explained')).toBeTruthy();
  });
});

describe('the explanation of an alert', () => {
  const decided = () => screen.findByRole('group', { name: 'What decided' });

  it('shows the conditions of a simple detection in its YAML', async () => {
    await renderInApp(<ExplainAnswer explanation={simpleExplanation()} />);
    expect((await decided()).textContent).toContain('b Equals 2 is false in Detection, line 5');
    expect((await decided()).textContent).toContain('b = 3');
    expect(screen.getByRole('heading', { name: 'Detection' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Code' })).toBeNull();
    const yaml = await screen.findByRole('textbox', { name: 'YAML of the rule' });
    expect(yaml.textContent).toContain('Condition: Equals');
    expect(screen.getByRole('button', { name: 'YAML line 5' })).toBeTruthy();
  });

  it('shows the filters of a derived rule beside the code of its base, and that the code did not run', async () => {
    const [step] = simpleExplanation().steps;
    const kept = explanation({
      yaml: 'InlineFilters:\n  - KeyPath: a\n    Condition: Equals\n    Value: 2\n',
      steps: [{ ...step!, function: 'InlineFilters', text: 'a Equals 2', truth: false, value: 'false' }],
      decisive: 1,
      lines: [{ language: 'yaml', line: 2, ran: true }],
      functions: [],
    });
    await renderInApp(<ExplainAnswer explanation={kept} />);
    expect((await decided()).textContent).toContain('The inline filter that keeps the event from the rule');
    expect(screen.getByRole('heading', { name: 'Inline filters' })).toBeTruthy();
    expect(screen.getByText('It did not run: the inline filters keep this event from it.')).toBeTruthy();
    const code = await screen.findByRole('textbox', { name: 'Code of the rule' });
    expect(code.textContent).toContain('def rule(event)');
  });
});

describe('coverage and mutation score', () => {
  it('tells lines, outcomes and changes that survived, and marks them when the tests change', async () => {
    const server = serverOf({
      TestCoverage: () => ({ testCoverage: coverage }),
      MutationScore: () => ({ mutationScore }),
    });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Coverage' }));
    const panel = screen.getByRole('region', { name: 'Coverage' });
    expect(await within(panel).findByText('2 of 3')).toBeTruthy();
    expect(within(panel).getByText('Not reached: line 3')).toBeTruthy();
    expect(within(panel).getByText('never true: event.get("a") != 1')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Mutation score' }));
    const survived = await within(panel).findByRole('list', { name: 'Changes no test noticed' });
    expect(survived.textContent).toContain('2 → 3');
    expect(within(panel).getByText('1 noticed, 1 survived, 2 changes')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: 'The rule should match this event' }));
    await waitFor(() => expect(within(panel).getAllByText('changed since this run')).toHaveLength(2));
  });

  it('counts the seconds while it runs, and can be cancelled', async () => {
    const server = serverOf({ MutationScore: () => new Promise(() => undefined) });
    await renderConsole({ path, permissions, graphql: server.graphql });
    await userEvent.click(await screen.findByRole('button', { name: 'Mutation score' }));
    expect(await screen.findByText(/of at most 20 s/)).toBeTruthy();
    const panel = screen.getByRole('region', { name: 'Coverage' });
    await userEvent.click(within(panel).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText(/of at most 20 s/)).toBeNull();
  });
});
