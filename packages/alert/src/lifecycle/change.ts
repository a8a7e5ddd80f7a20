import { invalidInput } from '@margay/kit';
import type { AlertStatus } from '@margay/model';

/** The part of an alert a person can change. */
export interface AlertTriage {
  id: string;
  status: AlertStatus;
  assigneeId: string | null;
}

/** What is asked for; an absent member stays as it is. `assigneeId: null` takes the assignee away. */
export interface AlertChange {
  status?: AlertStatus;
  assigneeId?: string | null;
}

export type HistoryEventType = 'ASSIGNEE_CHANGE' | 'STATUS_CHANGE' | 'COMMENT' | 'SLACKBOT_BOOMERANG';

export interface NewHistoryEvent {
  alertId: string;
  type: HistoryEventType;
  /** A status or a user's id; null where there was or is none. */
  from: string | null;
  to: string | null;
  commentId: string | null;
}

export interface ChangedAlert {
  after: AlertTriage;
  history: NewHistoryEvent[];
}

/**
 * Any status may follow any other; setting what is already set changes nothing and leaves no trace in the history.
 * Returns only alerts that change.
 */
export function planChange(alerts: readonly AlertTriage[], change: AlertChange): ChangedAlert[] {
  return alerts.flatMap((before): ChangedAlert[] => {
    const history = historyOf(before, change);
    if (history.length === 0) return [];
    const after = {
      id: before.id,
      status: change.status ?? before.status,
      assigneeId: change.assigneeId === undefined ? before.assigneeId : change.assigneeId,
    };
    return [{ after, history }];
  });
}

function historyOf(before: AlertTriage, change: AlertChange): NewHistoryEvent[] {
  const base = { alertId: before.id, commentId: null };
  const events: NewHistoryEvent[] = [];
  if (change.status !== undefined && change.status !== before.status)
    events.push({ ...base, type: 'STATUS_CHANGE', from: before.status, to: change.status });
  if (change.assigneeId !== undefined && change.assigneeId !== before.assigneeId)
    events.push({ ...base, type: 'ASSIGNEE_CHANGE', from: before.assigneeId, to: change.assigneeId });
  return events;
}

export function commentEvent(alertId: string, commentId: string): NewHistoryEvent {
  return { alertId, type: 'COMMENT', from: null, to: null, commentId };
}

export const commentLengthLimit = 10_000;

/** A comment as it will be stored, without surrounding space. Throws `invalid-input` when it is empty or too long. */
export function checkedComment(body: string): string {
  const trimmed = body.trim();
  const field = { details: { field: 'body' } };
  if (trimmed === '') throw invalidInput('The comment is empty. Write something first.', field);
  if (trimmed.length > commentLengthLimit)
    throw invalidInput(
      `The comment has ${trimmed.length} characters; at most ${commentLengthLimit} are kept. Shorten it.`,
      field,
    );
  return trimmed;
}
