import type { AlertStatus } from '@margay/model';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import type { AlertFilterInput } from './list/list-search.ts';
import { editFields } from './queries.ts';
import type { AlertDetails } from './queries.ts';
import { patchLists } from './list/use-alert-list.ts';
import { gql } from '../../lib/graphql/gql.ts';

export interface AlertEdit {
  status?: AlertStatus;
  /** Null: nobody. */
  assigneeId?: string | null;
  comment?: string;
}
/** Some alerts by their ids, or everything a filter selects. */
export type AlertSelection = { ids: readonly string[] } | { filter: AlertFilterInput };

const updateDocument = gql(
  `mutation UpdateAlerts($input: UpdateAlertsInput!) {
  updateAlerts(input: $input) { alerts { ...AlertEditFacts } jobId } }`,
  [editFields],
);

/** Changes status and assignee and comments, for one or many alerts. Lists and pages show the answer at once. */
export function useUpdateAlerts() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ selection, edit }: { selection: AlertSelection; edit: AlertEdit }) => {
      const { assigneeId, ...rest } = edit;
      const assignment =
        assigneeId === undefined ? {} : assigneeId === null ? { unassign: true } : { assigneeId };
      // An answer to a question asked before the edit would bring the old values back.
      await cache.cancelQueries({ queryKey: ['alerts', 'poll'] });
      return (await graphql.request(updateDocument, { input: { selection, ...rest, ...assignment } }))
        .updateAlerts;
    },
    onSuccess: ({ alerts, jobId }) => {
      patchLists(cache, alerts);
      for (const alert of alerts) {
        cache.setQueryData<AlertDetails>(['alerts', 'alert', alert.id], (before) =>
          before ? { ...before, ...alert } : before,
        );
        void cache.invalidateQueries({ queryKey: ['alerts', 'alert', alert.id] });
      }
      void cache.invalidateQueries({ queryKey: ['alerts', 'poll'] });
      if (jobId !== null) toast.info('The alerts that match are being changed. The list follows.');
      else if (alerts.length > 1) toast.success(`${countOf(alerts.length, 'alert')} changed`);
    },
    onError: (error) => toast.error({ title: 'The alerts are not changed', message: failureText(error) }),
  });
}

const commentDocument = gql(`mutation CreateAlertComment($input: AlertCommentInput!) {
  createAlertComment(input: $input) { comment { id } } }`);
const deleteCommentDocument = gql(
  `mutation DeleteAlertComment($input: IdInput!) { deleteAlertComment(input: $input) { id } }`,
);
const deliverDocument = gql(
  `mutation DeliverAlert($input: DeliverAlertInput!) { deliverAlert(input: $input) { id } }`,
);
const resolveDocument = gql(
  `mutation ResolveSourceAlarm($input: IdInput!) { resolveSourceAlarm(input: $input) { id } }`,
);

/** What else is done to one alert; each reads the alert again afterwards. */
export function useAlertActions(alertId: string) {
  const graphql = useGraphql();
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: ['alerts', 'alert', alertId] });
  const comment = useMutation({
    mutationFn: (body: string) => graphql.request(commentDocument, { input: { alertId, body } }),
    onSettled,
  });
  const removeComment = useMutation({
    mutationFn: (id: string) => graphql.request(deleteCommentDocument, { input: { id } }),
    onSettled,
    onError: (error) => toast.error({ title: 'The comment is not deleted', message: failureText(error) }),
  });
  const deliver = useMutation({
    mutationFn: (outputIds: readonly string[]) =>
      graphql.request(deliverDocument, { input: { alertId, outputIds } }),
    onSettled,
    onError: (error) =>
      toast.error({ title: 'The alert could not be sent again', message: failureText(error) }),
  });
  const resolveAlarm = useMutation({
    mutationFn: () => graphql.request(resolveDocument, { input: { id: alertId } }),
    onSettled,
    onError: (error) => toast.error({ title: 'The alarm is not resolved', message: failureText(error) }),
  });
  return { comment, removeComment, deliver, resolveAlarm };
}
