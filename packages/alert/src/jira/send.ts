import type { DeliveredAlert } from '@margay/model';
import * as z from 'zod';
import type { SendContext } from '../contract.ts';
import { outcomeOfMade, outcomeOfSearch, type DeliveryOutcome } from '../deliver/outcome.ts';
import { postJson } from '../requests/json.ts';
import { createOnce } from '../requests/once.ts';
import { jiraFields, type JiraIssueChoices } from './payload.ts';

export interface JiraSite {
  /** Where people open Jira; Data Center may have a path. */
  orgDomain: string;
  authorization: { authorization: string };
  /** Path of the search below the address. */
  searchPath: string;
  nameOfAssignee: 'id' | 'name';
}

const Issue = z.object({ key: z.string() });
const Found = z.object({ issues: z.array(Issue) });

/** Creates one issue for an alert; a repeated attempt takes the one that is there. */
export function sendToJira(
  alert: DeliveredAlert,
  choices: JiraIssueChoices,
  { orgDomain, authorization, searchPath, nameOfAssignee }: JiraSite,
  context: SendContext,
): Promise<DeliveryOutcome> {
  const { http, clock } = context;
  const base = orgDomain.replace(/\/+$/, '');
  const madeOf = ({ key }: z.output<typeof Issue>) => ({
    label: key,
    url: `${base}/browse/${encodeURIComponent(key)}`,
  });
  return createOnce(context, {
    async find() {
      const query = { jql: jqlOf(alert, choices.projectKey), maxResults: 1, fields: ['summary'] };
      const reply = await http.request(postJson(base + searchPath, query, authorization));
      return outcomeOfSearch(reply, clock(), (body) => {
        const found = Found.safeParse(body).data;
        return found && (found.issues[0] === undefined ? null : madeOf(found.issues[0]));
      });
    },
    async create() {
      const issue = { fields: jiraFields(alert, choices, nameOfAssignee) };
      const reply = await http.request(postJson(`${base}/rest/api/2/issue`, issue, authorization));
      return outcomeOfMade(reply, clock(), (body) => {
        const made = Issue.safeParse(body).data;
        return made && madeOf(made);
      });
    },
  });
}

/** The description names the alert's id, one word of letters and digits. */
const jqlOf = ({ id }: DeliveredAlert, projectKey: string) =>
  `project = "${projectKey}" AND description ~ "${id.replaceAll(/[^\w.-]/g, '')}" ORDER BY created ASC`;
