import { field } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { sendToJira } from '../../jira/send.ts';
import { jiraIssueSettings, jiraProject } from '../../jira/settings.ts';
import { basic, bearer, headerToken } from '../../requests/authorization.ts';

const withPassword = { field: 'authentication', oneOf: ['password'] };

export const jiraDataCenter = defineDestination({
  id: 'jiradatacenter',
  displayName: 'Jira Data Center',
  description: 'Creates an issue in a project of Jira Data Center or Server.',
  docUrl: 'https://developer.atlassian.com/server/jira/platform/rest/',
  settings: z.object({
    ...jiraProject('https://jira.acme.com'),
    authentication: field(z.enum(['token', 'password']).default('token'), {
      label: 'Authentication',
      optionLabels: { token: 'Personal access token', password: 'User name and password' },
    }),
    token: field(headerToken().optional(), {
      label: 'Personal Access Token',
      help: 'Of the account that creates the issues.',
      secret: true,
      sentTo: 'orgDomain',
      required: true,
      shownWhen: { field: 'authentication', oneOf: ['token'] },
    }),
    userName: field(z.string().trim().optional(), {
      label: 'User Name',
      help: 'Of the account that creates the issues.',
      required: true,
      shownWhen: withPassword,
    }),
    password: field(z.string().optional(), {
      label: 'Password',
      secret: true,
      sentTo: 'orgDomain',
      required: true,
      shownWhen: withPassword,
    }),
    assignee: field(z.string().trim().optional(), {
      label: 'Assignee',
      help: 'The user name of a person. Empty: as the project decides.',
    }),
    ...jiraIssueSettings(),
  }),
  summary: ({ orgDomain, projectKey }) => `${new URL(orgDomain).host}, ${projectKey}`,
  send: (alert, { authentication, token, userName, password, orgDomain, ...choices }, context) =>
    sendToJira(
      alert,
      choices,
      {
        orgDomain,
        // https://confluence.atlassian.com/enterprise/using-personal-access-tokens-1026032365.html
        authorization:
          authentication === 'token' ? bearer(token ?? '') : basic(userName ?? '', password ?? ''),
        // https://developer.atlassian.com/server/jira/platform/rest/ ("POST search")
        searchPath: '/rest/api/2/search',
        nameOfAssignee: 'name',
      },
      context,
    ),
});
