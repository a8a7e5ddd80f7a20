import { field, requiredText } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { sendToJira } from '../../jira/send.ts';
import { jiraIssueSettings, jiraProject } from '../../jira/settings.ts';
import { basic, headerToken } from '../../requests/authorization.ts';

export const jira = defineDestination({
  id: 'jira',
  displayName: 'Jira Cloud',
  description: 'Creates an issue in a project of Jira Cloud.',
  docUrl:
    'https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issues/#api-rest-api-2-issue-post',
  settings: z.object({
    ...jiraProject('https://acme.atlassian.net'),
    userName: field(requiredText(), {
      label: 'User Name',
      help: 'The e-mail address of the account that creates the issues.',
      placeholder: 'alerts@acme.com',
    }),
    apiKey: field(headerToken(), {
      label: 'Jira API Key',
      help: 'An API token of that account.',
      secret: true,
      sentTo: 'orgDomain',
    }),
    assigneeId: field(z.string().trim().optional(), {
      label: 'Assignee ID',
      help: "The account id of a person, from the address of the person's profile. Empty: as the project decides.",
    }),
    ...jiraIssueSettings(),
  }),
  summary: ({ orgDomain, projectKey }) => `${new URL(orgDomain).host}, ${projectKey}`,
  send: (alert, { userName, apiKey, assigneeId, orgDomain, ...choices }, context) =>
    sendToJira(
      alert,
      { ...choices, assignee: assigneeId },
      {
        orgDomain,
        // https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/
        authorization: basic(userName, apiKey),
        // https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issue-search/
        searchPath: '/rest/api/2/search/jql',
        nameOfAssignee: 'id',
      },
      context,
    ),
});
