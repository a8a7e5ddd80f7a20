import * as fc from 'fast-check';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setErrorSink } from '../lib/report-error.ts';
import { renderInApp } from '../testing/render.tsx';
import { initialsOf } from './marks/avatar.tsx';
import { Button } from './inputs/button.tsx';
import { missingFrom, stateOf, sumOf } from './chart/event-balance.tsx';
import { StatusBadge } from './marks/status-badge.tsx';
import { useConfirm } from './overlays/confirm.tsx';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { FilterBar } from './lists/filter-bar.tsx';
import { findInJson, linesOf, pathText } from './text/json-lines.ts';
import { JsonTree } from './text/json-tree.tsx';
import { DocumentationLink } from './layout/page.tsx';
import { Tabs } from './layout/tabs.tsx';

describe('buttons and dialogs', () => {
  it('keeps a disabled button readable, with its reason, and does nothing', async () => {
    const onClick = vi.fn();
    await renderInApp(
      <Button disabledReason="You need the permission RuleModify for this." onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(onClick).not.toHaveBeenCalled();
  });

  it('asks before something is destroyed, with the focus on Cancel', async () => {
    const answers: boolean[] = [];
    function Ask() {
      const confirm = useConfirm();
      return (
        <Button
          onClick={() =>
            void confirm({ title: 'Delete Test', message: 'Sure?', danger: true }).then((answer) =>
              answers.push(answer),
            )
          }
        >
          Delete
        </Button>
      );
    }
    await renderInApp(<Ask />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(answers).toEqual([false, true]);
  });
});

describe('error boundary', () => {
  function Broken(): never {
    throw new Error('broken on purpose');
  }

  it('[000-2.166] shows the default text and reports the failure', async () => {
    const reports: string[] = [];
    onTestFinished(setErrorSink((report) => reports.push(report.message)));
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderInApp(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    );
    quiet.mockRestore();
    expect(
      screen.getByText('Something went wrong and we could not correctly display this content'),
    ).toBeDefined();
    expect(reports).toContain('broken on purpose');
  });

  it('[000-2.168] can render nothing', async () => {
    onTestFinished(setErrorSink(() => undefined));
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderInApp(
      <ErrorBoundary strategy="nothing">
        <Broken />
      </ErrorBoundary>,
    );
    quiet.mockRestore();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('status badge', () => {
  it('[001-2.94] says where an error is explained', async () => {
    await renderInApp(
      <>
        <StatusBadge status="ERROR" />
        <StatusBadge status="FAIL" />
      </>,
    );
    const titleOf = (text: string) => screen.getByText(text).closest('[title]')?.getAttribute('title');
    expect(titleOf('error')).toBe(
      "An exception has been raised during a scheduled run. You'll find more information in the related details page",
    );
    expect(titleOf('fail')).toBeUndefined();
  });
});

describe('filter bar', () => {
  function Filters() {
    const [values, setValues] = useState(['OPEN']);
    const options = ['OPEN', 'TRIAGED', 'RESOLVED'].map((value) => ({ value, label: value.toLowerCase() }));
    return <FilterBar filters={[{ id: 'status', label: 'Status', options, values, onChange: setValues }]} />;
  }

  it('shows a chip per filter, edits it in place and clears it', async () => {
    await renderInApp(<Filters />);
    await userEvent.click(screen.getByRole('button', { name: /^Edit filter Status/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'triaged' }));
    expect(screen.getByRole('button', { name: /^Edit filter Status/ }).textContent).toBe('open, triaged');
    await userEvent.click(screen.getByRole('checkbox', { name: 'resolved' }));
    expect(screen.getByRole('button', { name: /^Edit filter Status/ }).textContent).toBe('open, 2 more');
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status' }));
    expect(screen.queryByRole('button', { name: /^Edit filter Status/ })).toBeNull();
  });
});

describe('tabs', () => {
  it('moves with the arrow keys', async () => {
    const onChange = vi.fn();
    await renderInApp(
      <Tabs
        label="Places"
        items={[
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B', count: 3 },
        ]}
        value="a"
        onChange={onChange}
      />,
    );
    screen.getByRole('tab', { name: 'A' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onChange).toHaveBeenCalledWith('b');
  });
});

describe('page header', () => {
  it('[000-2.135] words the documentation link', async () => {
    await renderInApp(<DocumentationLink href="/" />);
    expect(
      screen.getByRole('link', {
        name: 'View Panther documentation to learn more about features on this page',
      }),
    ).toBeDefined();
  });
});

describe('JSON tree', () => {
  const event = { name: 'CreateKey', who: { id: 'a', tags: ['x', 'y'] }, none: null };

  it('opens and closes by keyboard', async () => {
    await renderInApp(<JsonTree label="Event" value={event} openDepth={0} />);
    screen.getByRole('tree', { name: 'Event' }).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    expect(screen.getAllByRole('treeitem')).toHaveLength(5);
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getAllByRole('treeitem')).toHaveLength(3);
  });

  it('finds keys and values and writes paths', () => {
    expect(findInJson(event, 'y').map(pathText)).toEqual(['name', 'who.tags[1]']);
    expect(findInJson(event, 'TAGS').map(pathText)).toEqual(['who.tags']);
  });

  it('shows every leaf of any document when all is open', () => {
    const leaves = (value: unknown): number =>
      typeof value === 'object' && value !== null && Object.keys(value).length > 0
        ? Object.values(value).reduce<number>((sum, child) => sum + leaves(child), 0)
        : 1;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (document) => {
        const lines = linesOf(document, { openDepth: 99, turned: new Set() });
        const shown = lines.filter((line) => !line.childCount).length;
        const isEmptyRoot =
          typeof document === 'object' && document !== null && Object.keys(document).length === 0;
        expect(shown).toBe(isEmptyRoot ? 0 : leaves(document));
        expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
      }),
    );
  });
});

describe('event balance', () => {
  const minute = { received: 10, stored: 7, duplicate: 1, failed: 0, inFlight: 2 };

  it('is balanced when the parts make up what was received', () => {
    expect(missingFrom(minute)).toBe(0);
    expect(stateOf(minute)).toBe('in-flight');
    expect(stateOf({ ...minute, stored: 9, inFlight: 0 })).toBe('balanced');
    expect(stateOf({ ...minute, stored: 8 })).toBe('unbalanced');
    expect(stateOf({ ...minute, stored: 6, failed: 1 })).toBe('unbalanced');
  });

  it('adds minutes up', () => {
    expect(sumOf([minute, minute])).toEqual({
      received: 20,
      stored: 14,
      duplicate: 2,
      failed: 0,
      inFlight: 4,
    });
  });
});

describe('initials', () => {
  it('come from the first and last word, or the local part', () => {
    expect([initialsOf('Ana María Ruiz'), initialsOf('ana.ruiz@example.com'), initialsOf('ana')]).toEqual([
      'AR',
      'AR',
      'A',
    ]);
  });
});
