import { alertStatuses } from '@margay/model';
import { describe, expect, it } from 'vitest';
import { checkedComment, planChange } from './change.ts';
import { alertSubtypesOfListing, alertTypesOfListing, initialStatus } from './status.ts';

describe('life of an alert', () => {
  it('[000-4.45][001-4.51] lists the statuses open, triaged, resolved, closed in this order', () => {
    expect(alertStatuses).toEqual(['OPEN', 'TRIAGED', 'RESOLVED', 'CLOSED']);
  });

  it('lets any status follow any other and records it', () => {
    for (const from of alertStatuses)
      for (const to of alertStatuses) {
        const changed = planChange([{ id: 'a', status: from, assigneeId: null }], { status: to });
        if (from === to) expect(changed).toEqual([]);
        else
          expect(changed).toEqual([
            {
              after: { id: 'a', status: to, assigneeId: null },
              history: [{ alertId: 'a', type: 'STATUS_CHANGE', from, to, commentId: null }],
            },
          ]);
      }
  });

  it('records assigning, taking over and taking away', () => {
    const alert = { id: 'a', status: 'OPEN', assigneeId: 'u1' } as const;
    const edit = (assigneeId: string | null) => planChange([alert], { assigneeId })[0]?.history[0];
    expect(edit('u2')).toMatchObject({ type: 'ASSIGNEE_CHANGE', from: 'u1', to: 'u2' });
    expect(edit(null)).toMatchObject({ from: 'u1', to: null });
    expect(edit('u1')).toBeUndefined();
  });

  it('changes only what is asked for', () => {
    const [changed] = planChange([{ id: 'a', status: 'OPEN', assigneeId: 'u' }], { status: 'CLOSED' });
    expect(changed?.after).toEqual({ id: 'a', status: 'CLOSED', assigneeId: 'u' });
  });

  it('starts INFO alerts resolved', () => {
    expect(initialStatus('INFO')).toBe('RESOLVED');
    expect(initialStatus('LOW')).toBe('OPEN');
  });

  it('[001-9.30] sorts alert types into categories', () => {
    expect(alertSubtypesOfListing('ALERT')).toEqual(['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE']);
    expect(alertSubtypesOfListing('DETECTION_ERROR')).toEqual([
      'RULE_ERROR',
      'SCHEDULED_RULE_ERROR',
      'CORRELATION_RULE_ERROR',
    ]);
    expect(alertSubtypesOfListing('SYSTEM_ERROR')).toEqual([]);
    expect(alertTypesOfListing('ALERT')).toContain('POLICY');
  });

  it('refuses empty and endless comments', () => {
    expect(checkedComment('  seen \n')).toBe('seen');
    expect(() => checkedComment(' \n')).toThrow('empty');
    expect(() => checkedComment('x'.repeat(10_001))).toThrow('10001');
  });
});
