import { checkedComment, commentEvent } from '@margay/alert';
import { forbidden, newId, notFound } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import { createHash } from 'node:crypto';
import type { Actor } from '../../api/actor.ts';
import { authorOf, type Author } from '../../api/author.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { sanitizeHtml } from './comment-html.ts';
import {
  deleteComment,
  findComment,
  insertComments,
  updateComment,
  type CommentFormat,
  type CommentRecord,
} from './comment-store.ts';
import type { AlertRecord } from './record.ts';
import { insertHistory } from './store.ts';

export interface AlertComments {
  comment(
    actor: Actor,
    input: { alertId: string; body: string; format: CommentFormat },
  ): Promise<CommentRecord>;
  editComment(
    actor: Actor,
    input: { id: string; body: string; format: CommentFormat },
  ): Promise<CommentRecord>;
  removeComment(actor: Actor, id: string): Promise<void>;
}

/** What people write to an alert. Only alerts they may see; only their own words to change, unless they manage users. */
export function createAlertComments(deps: {
  store: Store;
  audit: AuditLog;
  clock: () => Date;
  /** Throws `NotFound` for an alert the actor may not see. */
  get(actor: Actor, alertId: string): Promise<AlertRecord>;
}): AlertComments {
  const { store, audit, clock, get } = deps;

  const checkedBody = (body: string, format: CommentFormat) =>
    format === 'HTML' ? sanitizeHtml(checkedComment(body)) : checkedComment(body);

  async function ownComment(actor: Actor, id: string): Promise<CommentRecord> {
    const comment = await findComment(store, id);
    if (comment === undefined) throw notFound(`Comment ${id} does not exist.`);
    await get(actor, comment.alertId);
    return comment;
  }

  return {
    async comment(actor, { alertId, body, format }) {
      const alert = await get(actor, alertId);
      const text = checkedBody(body, format);
      const comment = newComment({ alertId: alert.id, body: text, format }, authorOf(actor), clock());
      await store.transaction(async (tx) => {
        await addComments(tx, [comment], comment.createdBy, comment.createdAt);
        await audit.record(
          { action: 'CREATE_ALERT_COMMENT', actor, params: { input: { alertId, commentId: comment.id } } },
          tx,
        );
      });
      return comment;
    },
    async editComment(actor, { id, body, format }) {
      const comment = await ownComment(actor, id);
      if (comment.createdBy.id !== actor.id && !actor.permissions.has('UserModify'))
        throw forbidden('You may change only your own comments. Changing those of others needs UserModify.');
      const text = checkedBody(body, format);
      const at = clock();
      await store.transaction(async (tx) => {
        await updateComment(tx, { id, body: text, format }, authorOf(actor), at);
        await audit.record(
          { action: 'UPDATE_ALERT_COMMENT', actor, params: { input: { commentId: id } } },
          tx,
        );
      });
      return { ...comment, body: text, format, updatedAt: at, updatedBy: authorOf(actor) };
    },
    async removeComment(actor, id) {
      const comment = await ownComment(actor, id);
      if (comment.createdBy.id !== actor.id) throw forbidden('You may delete only your own comments.');
      await store.transaction(async (tx) => {
        await deleteComment(tx, id);
        await audit.record(
          { action: 'DELETE_ALERT_COMMENT', actor, params: { input: { commentId: id } } },
          tx,
        );
      });
    },
  };
}

/** Writes comments that do not exist yet, each with its entry in the history. */
export async function addComments(
  tx: Sql,
  comments: readonly CommentRecord[],
  author: Author,
  at: Date,
): Promise<void> {
  const fresh = await insertComments(tx, comments);
  const events = fresh.map(({ alertId, id }) => commentEvent(alertId, id));
  await insertHistory(tx, events, author, at);
}

/** With a key, the same comment made again has the same id. */
export function newComment(
  content: Pick<CommentRecord, 'alertId' | 'body' | 'format'>,
  createdBy: Author,
  createdAt: Date,
  key?: string,
): CommentRecord {
  const id =
    key === undefined
      ? newId(createdAt.getTime())
      : createHash('sha256').update(`${key}:${content.alertId}`).digest('hex').slice(0, 32);
  return { id, ...content, createdAt, createdBy, updatedAt: null, updatedBy: null };
}
